package dev.koblitz.lab;

import java.util.List;

/** What hello says of a library. */
record Contender(
        String name,
        String version,
        String date,
        Class<?> origin,
        List<String> claims,
        List<String> marks,
        List<Op<?>> ops) {}
