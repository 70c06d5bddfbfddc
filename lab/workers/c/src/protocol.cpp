#include "protocol.h"

#include <cerrno>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>

namespace lab {

namespace {

constexpr std::size_t line_max = std::size_t{1} << 20;
constexpr std::size_t chunk_size = std::size_t{1} << 16;
constexpr std::size_t rows_max = std::size_t{1} << 22;

// Reads lines that end in '\n'. What follows the last one is not a line.
class LineReader {
public:
    // All the memory that it needs, so that next does not fail half-way.
    explicit LineReader(int fd) : fd_(fd) { buffer_.reserve(line_max + chunk_size); }

    enum class Status { line, too_long, end };

    // The line is valid until the next call.
    Status next(std::string_view& line) {
        bool too_long = false;
        std::size_t searched = start_;
        for (;;) {
            const std::size_t end = buffer_.find('\n', searched);
            if (end != std::string::npos) {
                line = std::string_view(buffer_).substr(start_, end - start_);
                start_ = end + 1;
                return too_long || line.size() > line_max ? Status::too_long : Status::line;
            }
            buffer_.erase(0, start_);
            start_ = 0;
            if (buffer_.size() > line_max) {
                too_long = true;
                buffer_.clear();
            }
            searched = buffer_.size();
            if (!fill()) {
                return Status::end;
            }
        }
    }

private:
    bool fill() {
        char chunk[chunk_size];
        ssize_t n = 0;
        do {
            n = read(fd_, chunk, sizeof chunk);
        } while (n < 0 && errno == EINTR);
        if (n <= 0) {
            return false;
        }
        buffer_.append(chunk, static_cast<std::size_t>(n));
        return true;
    }

    int fd_;
    std::string buffer_;
    std::size_t start_ = 0; // of what has not been returned yet
};

bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = write(fd, text.data(), text.size());
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

std::string too_long() {
    return "line longer than " + std::to_string(line_max) + " bytes";
}

class Server {
public:
    Server(const Contender& contender, int in, int out) : contender_(contender), reader_(in), out_(out) {}

    int run() {
        std::string_view line;
        for (;;) {
            const LineReader::Status status = reader_.next(line);
            if (status == LineReader::Status::end) {
                return 0;
            }
            std::string reply;
            if (status == LineReader::Status::too_long) {
                reply = "error " + too_long();
            } else {
                try {
                    reply = answer(line);
                } catch (const std::bad_alloc&) {
                    operation_.reset();
                    reply = "error out of memory";
                }
            }
            reply += '\n';
            if (!write_all(out_, reply)) {
                return 1;
            }
            if (quit_) {
                return 0;
            }
        }
    }

private:
    std::string answer(std::string_view line) {
        const std::vector<std::string_view> words = split(line);
        const std::string_view command = words.empty() ? line : words[0];
        if (command == "hello") {
            return hello(words);
        }
        if (command == "load") {
            return load(words);
        }
        if (command == "run") {
            return run_rows(words);
        }
        if (command == "quit" && words.size() == 1) {
            quit_ = true;
            return "ok";
        }
        return "error unknown command " + quoted(line);
    }

    std::string hello(const std::vector<std::string_view>& words) const {
        if (words.size() != 2 || words[1] != "1") {
            return "error hello takes the protocol version 1";
        }
        std::string out;
        const auto line = [&out](std::string_view key, const std::string& value) {
            if (!value.empty()) {
                out.append(key).append(" ").append(value).append("\n");
            }
        };
        line("contender", contender_.name);
        line("version", contender_.version);
        line("date", contender_.date);
        line("path", contender_.path);
        line("flags", contender_.flags);
        for (const std::string& claim : contender_.claims) {
            line("claim", claim);
        }
        for (const Mark& mark : contender_.marks) {
            line("mark", mark.name + " " + mark.op + " " + mark.reason);
        }
        for (const Offer& offer : contender_.offers) {
            line("op", offer.name);
        }
        return out + "ok";
    }

    const Offer* find(std::string_view op) const {
        for (const Offer& offer : contender_.offers) {
            if (offer.name == op) {
                return &offer;
            }
        }
        return nullptr;
    }

    // Reads all of the announced rows whatever is wrong with them, so that the
    // next line is a command again.
    std::string load(const std::vector<std::string_view>& words) {
        operation_.reset();
        const std::optional<std::size_t> count = words.size() == 3 ? parse_number(words[2]) : std::nullopt;
        if (!count) {
            return "error load takes an operation and a count";
        }
        loaded_ = words[1];
        const Offer* const offer = find(words[1]);
        std::string problem;
        if (offer == nullptr) {
            problem = "unknown operation " + quoted(words[1]);
        } else if (*count > rows_max) {
            problem = "more than " + std::to_string(rows_max) + " rows";
        }
        Table table(offer == nullptr ? 0 : offer->fields.size(), *count);
        for (std::size_t row = 0; row < *count; row++) {
            std::string_view line;
            const LineReader::Status status = reader_.next(line);
            std::string wrong;
            if (status == LineReader::Status::end) {
                wrong = "end of input";
            } else if (!problem.empty()) {
                continue;
            } else if (status == LineReader::Status::too_long) {
                wrong = too_long();
            } else {
                wrong = add_row(*offer, line, table);
            }
            if (!wrong.empty()) {
                problem = "row " + std::to_string(row) + ": " + wrong;
                table = Table(0, 0);
            }
            if (status == LineReader::Status::end) {
                break;
            }
        }
        if (problem.empty()) {
            operation_ = offer->load(std::move(table));
        }
        return problem.empty() ? "ok" : "error " + problem;
    }

    // Appends a row's fields to the table and returns what is wrong with them.
    static std::string add_row(const Offer& offer, std::string_view line, Table& table) try {
        const std::vector<std::string_view> words = split(line);
        if (words.size() != offer.fields.size()) {
            return std::to_string(words.size()) + " fields instead of " + std::to_string(offer.fields.size());
        }
        for (std::size_t i = 0; i < words.size(); i++) {
            const std::size_t before = table.bytes.size();
            if (words[i] != "-" && (words[i].empty() || !decode_hex(words[i], table.bytes))) {
                return "field " + std::to_string(i) + " is not lowercase hex: " + quoted(words[i]);
            }
            const std::size_t n = table.bytes.size() - before;
            if (!offer.fields[i].admits(n)) {
                return "field " + std::to_string(i) + " has " + std::to_string(n) + " bytes";
            }
            table.ends.push_back(table.bytes.size());
        }
        return {};
    } catch (const std::bad_alloc&) {
        return "out of memory";
    }

    std::string run_rows(const std::vector<std::string_view>& words) {
        std::optional<std::size_t> numbers[5];
        numbers[4] = 1;
        bool valid = words.size() == 6 || words.size() == 7;
        for (std::size_t i = 0; valid && i + 2 < words.size(); i++) {
            numbers[i] = parse_number(words[i + 2]);
            valid = numbers[i].has_value();
        }
        if (!valid) {
            return "error run takes an operation and four or five numbers";
        }
        if (operation_ == nullptr || loaded_ != words[1]) {
            return "error " + quoted(words[1]) + " is not loaded";
        }
        const std::size_t first = *numbers[0], count = *numbers[1];
        const std::size_t warm_first = *numbers[2], warm_count = *numbers[3];
        const auto in_range = [this](std::size_t from, std::size_t n) {
            return from <= operation_->rows() && n <= operation_->rows() - from;
        };
        if (!in_range(first, count) || !in_range(warm_first, warm_count)) {
            return "error rows out of range: " + std::to_string(operation_->rows()) + " loaded";
        }
        operation_->perform(warm_first, warm_count, 1);
        const std::uint64_t ns = operation_->perform(first, count, *numbers[4]);
        std::string out = "ok " + std::to_string(ns) + " ";
        for (std::size_t i = first; i < first + count; i++) {
            if (i > first && !operation_->verdicts()) {
                out += ',';
            }
            operation_->report(i, out);
        }
        return out;
    }

    const Contender& contender_;
    LineReader reader_;
    int out_;
    bool quit_ = false;
    std::unique_ptr<Operation> operation_;
    std::string loaded_;
};

} // namespace

int serve(const Contender& contender, int in, int out) {
    return Server(contender, in, out).run();
}

} // namespace lab
