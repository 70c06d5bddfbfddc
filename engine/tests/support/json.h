/* JSON (RFC 8259) as the vector files use it: \u escapes outside ASCII become '?'. Malformed text aborts. */
#pragma once

#include <map>
#include <string>
#include <vector>

struct json {
    enum kind { null, boolean, number, string, array, object };
    kind type = null;
    bool truth = false;
    /* A string's text, a number's literal. */
    std::string text;
    std::vector<json> items;
    std::map<std::string, json> members;

    static json parse(const std::string& source);
    /* The member; aborts when there is none. */
    const json& operator[](const char* name) const;
    bool has(const char* name) const { return members.count(name) != 0; }
    /* Whether an array of strings contains it. */
    bool contains(const char* item) const;
};
