package dev.koblitz.lab;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/** The fields of operations, as docs/protocol.md lists them: lengths, or ANY for a parser's input. */
final class Shape {
    private static final int ANY = -1;
    private static final int[] SUM = new int[16];

    static {
        Arrays.fill(SUM, 65);
    }

    private static final Map<String, int[]> SHAPES =
            Map.ofEntries(
                    Map.entry("empty", new int[] {}),
                    Map.entry("pubkey_create", new int[] {32}),
                    Map.entry("ecdsa_sign", new int[] {32, 32}),
                    Map.entry("ecdsa_verify", new int[] {65, 64, 32}),
                    Map.entry("ecdsa_parse_verify", new int[] {ANY, ANY, 32}),
                    Map.entry("ecdsa_recover", new int[] {64, 1, 32}),
                    Map.entry("schnorr_sign", new int[] {32, 32, 32}),
                    Map.entry("schnorr_verify", new int[] {32, 64, 32}),
                    Map.entry("schnorr_parse_verify", new int[] {ANY, 64, 32}),
                    Map.entry("ecdh", new int[] {32, 65}),
                    Map.entry("pubkey_parse33", new int[] {ANY}),
                    Map.entry("pubkey_parse65", new int[] {ANY}),
                    Map.entry("pubkey_tweak_add", new int[] {65, 32}),
                    Map.entry("pubkey_combine", SUM));

    private Shape() {}

    /** Reads a row as it is on the wire: fields in hex, separated by one space. */
    static byte[][] parse(String op, String line) {
        int[] shape = SHAPES.get(op);
        String[] words = line.isEmpty() ? new String[0] : line.split(" ", -1);
        if (words.length != shape.length) {
            throw new IllegalArgumentException(words.length + " fields instead of " + shape.length);
        }
        byte[][] fields = new byte[words.length][];
        for (int i = 0; i < words.length; i++) {
            if (!words[i].matches("-|([0-9a-f]{2})+")) {
                throw new IllegalArgumentException("field " + i + " is not lowercase hex");
            }
            fields[i] = words[i].equals("-") ? new byte[0] : HexFormat.of().parseHex(words[i]);
            if (shape[i] != ANY && shape[i] != fields[i].length) {
                throw new IllegalArgumentException("field " + i + " has " + fields[i].length + " bytes");
            }
        }
        return fields;
    }
}
