package io.bide.spring.work;

import io.bide.Delivery;
import io.bide.spring.Acknowledgement;
import java.util.List;

/** One call of a listener: its message or messages, and who decides about them. */
record Call(List<Delivery> deliveries, Acknowledgement acknowledgement) {
  Delivery first() {
    return deliveries.get(0);
  }
}
