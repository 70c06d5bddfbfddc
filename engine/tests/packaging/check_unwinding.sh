#!/bin/sh
# check_unwinding.sh LIBRARY: at every instruction of the assembly, on every path, the unwinding information has the stack
# pointer where push, pop and the frame have put it, and says where each register lies that a caller wants back.
set -u
if ! command -v objdump > /dev/null; then
    echo "SKIPPED unwinding: apt-get install binutils"
    exit 77
fi
{
    objdump --dwarf=frames-interp "$1"
    objdump -d -M intel --no-show-raw-insn "$1"
} | awk '
    function padded(hex) { while (length(hex) < 16) hex = "0" hex; return hex }
    function number(hex,    i, n) {
        sub(/^0x/, "", hex)
        for (i = 1; i <= length(hex); i++) n = 16 * n + index("0123456789abcdef", substr(hex, i, 1)) - 1
        return n
    }
    function fail(at, what) { print "FAILED " name ": " at " " code[at] ": " what; bad = 1 }

    # Rows of a function: the rule of the CFA, then " register:place" of each that is saved.
    /^[0-9a-f]+ [0-9a-f]+ [0-9a-f]+ FDE / { split($NF, range, /=|\.\./); start = padded(range[2]); known[start] = 1; next }
    /^[0-9a-f]+ [0-9a-f]+ [0-9a-f]+ (ZERO|CIE)/ { start = ""; next }
    /^ +LOC +CFA/ { columns = split($0, column); next }
    start != "" && /^[0-9a-f]+ rsp\+[0-9]+ / {
        saved = ""
        for (i = 3; i < columns; i++) if ($i ~ /^c-/ && column[i] != "rdi") saved = saved " " column[i] ":" substr($i, 3)
        rows[start]++
        row_at[start, rows[start]] = padded($1)
        row[start, rows[start]] = $2 saved
        next
    }

    # What is pushed, in the order of the columns.
    function described(pushed,    k, i, part, text, order) {
        k = split(pushed, part, " ")
        split("rbx rbp r12 r13 r14 r15", order, " ")
        text = ""
        for (i = 1; i <= 6; i++)
            for (j = 1; j <= k; j++) if (index(part[j], order[i] ":") == 1) text = text " " part[j]
        return text
    }
    function visit(at, depth, pushed) {
        if (!(at in code)) { fail(from, "leads out of the function"); return }
        if (at in state) {
            if (state[at] != depth "|" pushed) fail(at, "is reached with the stack at two depths")
            return
        }
        state[at] = depth "|" pushed
        todo[++todos] = at
    }
    function finish(    i, k, at, op, argument, depth, pushed, told, part, to) {
        if (name == "") return
        functions++
        if (!(first in known)) { print "FAILED " name ": no unwinding information"; bad = 1; return }
        visit(first, 8, "")
        while (todos > 0) {
            at = todo[todos--]
            from = at
            instructions++
            split(state[at], part, "|")
            depth = part[1] + 0
            pushed = part[2]
            told = "rsp+8" # what holds on entry, and all along where there are no rows
            for (i = 1; i <= rows[first] && row_at[first, i] <= at; i++) told = row[first, i]
            if (told != "rsp+" depth described(pushed))
                fail(at, "the information is " told ", not rsp+" depth described(pushed))
            k = split(code[at], part, " ")
            op = part[1]
            argument = k > 1 ? part[2] : ""
            if (op == "ret") {
                if (depth != 8) fail(at, "returns from depth " depth)
                continue
            }
            if (op == "push") { depth += 8; pushed = pushed argument ":" depth " " }
            else if (op == "pop") {
                if (index(pushed " ", argument ":" depth " ") == 0) fail(at, "takes what another register left")
                sub(argument ":" depth " ", "", pushed)
                depth -= 8
            }
            else if (argument ~ /^rsp,0x[0-9a-f]+$/ && op == "sub") depth += number(substr(argument, 5))
            else if (argument ~ /^rsp,0x[0-9a-f]+$/ && op == "add") depth -= number(substr(argument, 5))
            else if (argument ~ /^(rsp|esp|sp|spl)(,|$)/ && op !~ /^(cmp|test)$/ || op ~ /^(call|leave|enter)/)
                fail(at, "moves the stack pointer in a way that is not followed")
            if (op ~ /^j/) visit(padded(argument), depth, pushed)
            if (op != "jmp") {
                if (following[at] == "") fail(at, "runs out of the function")
                else visit(following[at], depth, pushed)
            }
        }
    }
    function clear() { split("", code); split("", state); split("", following); todos = 0; last = ""; name = "" }
    /^[0-9a-f]+ <.*>:$/ {
        finish()
        clear()
        symbol = $2
        gsub(/[<>:]/, "", symbol)
        if (symbol ~ /^koblitz_(fe4|point4|fe_f64)_/) { name = symbol; first = padded($1) }
        next
    }
    name != "" && /^ *[0-9a-f]+:\t/ {
        address = $1
        sub(/:$/, "", address)
        address = padded(address)
        if (last != "") following[last] = address
        last = address
        sub(/^ *[0-9a-f]+:\t/, "")
        code[address] = $0
    }
    END {
        finish()
        if (functions < 20 || instructions < 1000) { print "FAILED: the assembly looked for is not there"; bad = 1 }
        if (!bad) printf "ok: %d instructions of %d functions\n", instructions, functions
        exit bad
    }'
