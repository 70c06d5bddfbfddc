package dev.koblitz.lab;

/**
 * An operation. What is prepared of a row is made untimed by {@code prepare}; {@code call} is timed
 * and gives a verdict or bytes. A {@link Refusal} of either is the library's answer.
 */
record Op<T>(String name, boolean verdict, Prepare<T> prepare, Call<T> call) {
    interface Prepare<T> {
        T of(byte[][] fields) throws Refusal;
    }

    interface Call<T> {
        /** A verdict is an array of one byte, 0 or 1. */
        byte[] on(T row) throws Refusal;
    }

    interface Verdict<T> {
        boolean on(T row) throws Refusal;
    }

    /** The library refuses a row. */
    static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;

        Refusal(String why) {
            super(why, null, false, false);
        }
    }

    private static final byte[] YES = {1};
    private static final byte[] NO = {0};

    static <T> Op<T> bytes(String name, Prepare<T> prepare, Call<T> call) {
        return new Op<>(name, false, prepare, call);
    }

    static <T> Op<T> verdict(String name, Prepare<T> prepare, Verdict<T> call) {
        return new Op<>(name, true, prepare, row -> call.on(row) ? YES : NO);
    }

    static Op<byte[][]> empty() {
        return verdict("empty", fields -> fields, row -> true);
    }
}
