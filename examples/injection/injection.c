/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The safety injection system of a nuclear power plant: when the water pressure is too low, coolant is injected, unless
 * an operator has overridden that. Buttons work when they are let go: each second press counts.
 *
 * Reads a pressure and an event (1 block, 2 reset, 3 exit) again and again, and prints its state behind each pair.
 * Source: Chechik, Ding, Lightweight reasoning about program correctness, 2002, appendix A, statement by statement;
 * there the inputs are a scanf and an fscanf. The paper finds that all four of its properties hold. Two do not: nothing
 * clears Overriden when the system is reset.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { Low = 5, Permit = 15 };
enum mode { TooLow, Permitted, High };

bool Block, Reset, Exit; /* monitored */
int WaterPres;
bool Injection; /* controlled */
bool Overriden; /* terms */
bool buttonBPressed, buttonRPressed, buttonEPressed;
enum mode Pressure; /* mode class */

static void Initialize(void)
{
    WaterPres = 4;
    Pressure = TooLow;
    Overriden = false;
    Injection = false;
    Block = false;
    Reset = false;
    buttonBPressed = false;
    buttonRPressed = false;
    buttonEPressed = false;
}

static void Get_Event(int sem)
{
    if (sem == 1) {
        if (!buttonBPressed) {
            Block = false;
            buttonBPressed = true;
        } else {
            Block = true;
            buttonBPressed = false;
        }
    }
    if (sem == 2) {
        if (!buttonRPressed) {
            Reset = false;
            buttonRPressed = true;
        } else {
            Reset = true;
            buttonRPressed = false;
        }
    }
    if (sem == 3) {
        if (!buttonEPressed) {
            Exit = false;
            buttonEPressed = true;
        } else {
            Exit = true;
            buttonEPressed = false;
        }
    }
}

static void Get_Mode(void)
{
    if (Pressure == TooLow) {
        if (WaterPres >= Low)
            Pressure = Permitted;
    }
    if (Pressure == Permitted) {
        if (WaterPres >= Permit)
            Pressure = High;
        if (WaterPres < Low)
            Pressure = TooLow;
    }
    if (Pressure == High) {
        if (WaterPres < Permit)
            Pressure = Permitted;
    }
}

static void Get_Term(void)
{
    if (!Reset && Pressure == TooLow)
        if (Block)
            Overriden = true;
    if (Pressure == Permitted && !Reset)
        if (Block)
            Overriden = true;
    if (Pressure == High)
        Overriden = false;
}

static void Get_Control(void)
{
    if (!Overriden)
        Injection = true;
    if (Pressure == High)
        Injection = false;
    if (Pressure == Permitted)
        Injection = false;
    if (Pressure == TooLow && Overriden)
        Injection = false;
}

/* To the model, any number: that the input ends is left out. */
static int read_number(void)
{
    int n;
    if (scanf("%d", &n) != 1)
        exit(0);
    return n;
}
#pragma cwolf input read_number : any

int main(void)
{
    Initialize();
    for (;;) {
        WaterPres = read_number();
        int sem = read_number();
        Get_Event(sem);
        Get_Mode();
        Get_Term();
        Get_Control();
        printf("water %d block %d reset %d pressure %d overriden %d injection %d\n", WaterPres, Block, Reset, Pressure,
               Overriden, Injection);
    }
}
