/* SPDX-License-Identifier: GPL-3.0-or-later */
// A loop of which the rounds are divided between threads.
// libs: -fopenmp
#include "claim.h"
int main(void)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2) // construct
    for (int i = 0; i < 10; i++)
        sum += i; // construct
    claim(sum == 45);
    return 0;
}
