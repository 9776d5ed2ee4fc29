package io.bide.testing.spring;

/** What somebody has ordered. */
public record Purchase(String number, int pieces) {}
