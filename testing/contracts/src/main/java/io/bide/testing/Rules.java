package io.bide.testing;

/** Makes the parts of a {@link MemoryStore}; whoever wants to see a rule broken replaces one. */
class Rules {
  Life life() {
    return new Life();
  }

  Puts puts(Life life) {
    return new Puts(life);
  }

  Claims claims(Life life) {
    return new Claims(life);
  }

  Settles settles(Life life) {
    return new Settles(life);
  }

  Ids ids(Life life) {
    return new Ids(life);
  }

  Looks looks(Life life) {
    return new Looks(life);
  }

  DeadLetters deadLetters(Life life) {
    return new DeadLetters(life);
  }
}
