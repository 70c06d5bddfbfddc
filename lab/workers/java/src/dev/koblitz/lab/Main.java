package dev.koblitz.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The lab's worker for Java libraries: docs/protocol.md on stdin and stdout. */
public final class Main {
    private static final Map<String, Supplier<Contender>> CONTENDERS = new LinkedHashMap<>();

    static {
        CONTENDERS.put("bouncycastle", BouncyCastle::contender);
        CONTENDERS.put("acinq-secp256k1-kmp", Acinq::contender);
    }

    private final Contender contender;
    private final BufferedReader in;
    private Batch<?> batch;

    private Main(Contender contender) {
        this.contender = contender;
        in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1));
    }

    /** A reply of error REASON. */
    private static final class Problem extends Exception {
        private static final long serialVersionUID = 1;

        Problem(String reason) {
            super(reason);
        }
    }

    private String answer(String line) throws IOException, Problem {
        String[] words = line.split(" ", -1);
        switch (words[0] + " " + words.length) {
            case "hello 2":
                return hello(words[1]);
            case "load 3":
                return load(words[1], number(words[2]));
            case "run 6":
            case "run 7":
                return run(words);
            case "quit 1":
                return "ok";
            default:
                throw new Problem("no such command, or a wrong number of words");
        }
    }

    private String hello(String version) throws Problem {
        if (!version.equals("1")) {
            throw new Problem("this worker speaks protocol 1 only");
        }
        StringBuilder out = new StringBuilder();
        out.append("contender ").append(contender.name()).append('\n');
        out.append("version ").append(contender.version()).append('\n');
        out.append("date ").append(contender.date()).append('\n');
        out.append("path ").append(contender.origin().getProtectionDomain().getCodeSource().getLocation().getPath());
        out.append("\nflags ").append(System.getProperty("java.vm.name")).append(' ');
        out.append(System.getProperty("java.vm.version")).append('\n');
        contender.claims().forEach(claim -> out.append("claim ").append(claim).append('\n'));
        contender.marks().forEach(mark -> out.append("mark ").append(mark).append('\n'));
        contender.ops().forEach(op -> out.append("op ").append(op.name()).append('\n'));
        return out.append("ok").toString();
    }

    /** Reads all of the announced rows whatever is wrong with them: the next line is a command. */
    private String load(String name, int count) throws IOException, Problem {
        batch = null;
        Op<?> op = contender.ops().stream().filter(o -> o.name().equals(name)).findFirst().orElse(null);
        String problem = op == null ? "the operation is not offered" : null;
        List<byte[][]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String line = in.readLine();
            if (line == null) {
                throw new Problem("the input ended amid the rows of a load");
            }
            if (problem == null) {
                try {
                    rows.add(Shape.parse(name, line));
                } catch (IllegalArgumentException wrong) {
                    problem = "row " + i + ": " + wrong.getMessage();
                }
            }
        }
        if (problem != null) {
            throw new Problem(problem);
        }
        batch = new Batch<>(op, rows);
        return "ok";
    }

    private String run(String[] words) throws Problem {
        if (batch == null || !batch.name().equals(words[1])) {
            throw new Problem("the operation is not loaded");
        }
        int first = number(words[2]);
        int count = number(words[3]);
        int warmFirst = number(words[4]);
        int warmCount = number(words[5]);
        int times = words.length == 7 ? number(words[6]) : 1;
        if (Math.max((long) first + count, (long) warmFirst + warmCount) > batch.size()) {
            throw new Problem("rows out of range, " + batch.size() + " are loaded");
        }
        return "ok " + batch.run(first, count, warmFirst, warmCount, times);
    }

    private static int number(String word) throws Problem {
        if (!word.matches("[0-9]{1,9}")) {
            throw new Problem("a number is malformed or too large");
        }
        return Integer.parseInt(word);
    }

    private void serve() throws IOException {
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false, StandardCharsets.US_ASCII);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String reply;
            try {
                reply = answer(line);
            } catch (Problem problem) {
                reply = "error " + problem.getMessage();
            } catch (RuntimeException mistake) {
                reply = "error exception: " + mistake.toString().replaceAll("[^ -~]", " ");
            }
            out.print(reply + "\n");
            out.flush();
            if (line.equals("quit")) {
                return;
            }
        }
    }

    public static void main(String[] args) throws IOException {
        if (args.length == 1 && args[0].equals("--list")) {
            CONTENDERS.keySet().forEach(System.out::println);
        } else if (args.length == 2 && args[0].equals("--contender") && CONTENDERS.containsKey(args[1])) {
            new Main(CONTENDERS.get(args[1]).get()).serve();
        } else {
            System.err.println("usage: --list | --contender NAME, one that --list names");
            System.exit(2);
        }
    }
}
