-- SPDX-License-Identifier: GPL-3.0-or-later
local function fib(n) if n < 2 then return n end return fib(n-1)+fib(n-2) end
print(fib(20))
local t = {}
for i=1,2000 do t[i] = (i*7919)%1000 end
table.sort(t)
print(t[1], t[1000], #t)
print(string.format("%5.2f %s %d", 3.14159, "abc", 42))
local s = ("x"):rep(10):gsub("x","yz"); print(s)
for w in ("the quick brown fox"):gmatch("%a+") do io.write(w, ",") end print()
print(pcall(function() error("oops") end))
local co = coroutine.wrap(function() for i=1,3 do coroutine.yield(i) end end)
print(co(), co(), co())
print(math.floor(2.7), 7//2, 7/2, 2^10)
