package dev.koblitz.lab;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The loaded rows of one operation. */
final class Batch<T> {
    private final Op<T> op;
    private final List<T> rows = new ArrayList<>(); // null where the library refuses

    Batch(Op<T> op, List<byte[][]> table) {
        this.op = op;
        for (byte[][] fields : table) {
            T row = null;
            try {
                row = op.prepare().of(fields);
            } catch (Op.Refusal refused) {
                // Its result says so.
            }
            rows.add(row);
        }
    }

    String name() {
        return op.name();
    }

    int size() {
        return rows.size();
    }

    /** Calls on warm rows, then timed ones, times over; gives nanoseconds and results as on the wire. */
    String run(int first, int count, int warmFirst, int warmCount, int times) {
        perform(warmFirst, warmCount, new byte[warmCount][]);
        byte[][] answers = new byte[count][];
        long ns = 0;
        for (int pass = 0; pass < times; pass++) {
            ns += perform(first, count, answers);
        }
        StringBuilder out = new StringBuilder().append(ns).append(' ');
        for (int i = 0; i < count; i++) {
            byte[] answer = answers[i];
            if (op.verdict()) {
                out.append(answer != null && answer[0] == 1 ? '1' : '0');
            } else {
                out.append(i > 0 ? "," : "");
                out.append(answer == null ? "-" : HexFormat.of().formatHex(answer));
            }
        }
        return out.toString();
    }

    private long perform(int first, int count, byte[][] answers) {
        Op.Call<T> call = op.call();
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            T row = rows.get(first + i);
            if (row != null) {
                try {
                    answers[i] = call.on(row);
                } catch (Op.Refusal refused) {
                    answers[i] = null;
                }
            }
        }
        return System.nanoTime() - begin;
    }
}
