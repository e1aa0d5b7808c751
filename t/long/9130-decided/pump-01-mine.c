// A mine: water, methane and carbon monoxide, a pump with two sensors, an alarm, an airflow test and an operator's desk.
// True: safety() runs last in every turn and stops the pump in gas; only the controller starts it, after the same tests.
// expect: True
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

/* environment */
static int water_level = 1;             /* 0 dry, 1 low, 2 middle, 3 high */
static int methane = 0;                 /* 0 to 5, critical from 3 */
static int monoxide = 0;                /* 0 to 5, critical from 4 */
static int air_flows = 1;

/* controller */
static int pump_running = 0;
static int pump_ready = 1;
static int system_active = 1;
static int alarm_sounding = 0;
static int alarm_acknowledged = 0;
static int seconds_since_start = 0;
static int starts = 0;

/* desk */
static int manual = 0;
static int manual_wish = 0;

/* log for the specifications */
static int was_critical = 0;

static int gas_critical(void)
{
    if (methane >= 3)
        return 1;
    if (monoxide >= 4)
        return 1;
    return !air_flows;
}

static int high_water(void)
{
    return water_level >= 3;
}

static int low_water(void)
{
    return water_level <= 1;
}

/* ------------------------------------------------ environment */

static void water_comes(void)
{
    if (water_level < 3)
        water_level++;
}

static void pump_works(void)
{
    if (pump_running && water_level > 0)
        water_level--;
}

static void gas_changes(void)
{
    int d = __VERIFIER_nondet_int();

    if (d == 1 && methane < 5)
        methane++;
    else if (d == -1 && methane > 0)
        methane--;
    else if (d == 2 && monoxide < 5)
        monoxide++;
    else if (d == -2 && monoxide > 0)
        monoxide--;
}

static void fan_fails(void)
{
    air_flows = __VERIFIER_nondet_bool();
}

static void environment(void)
{
    if (__VERIFIER_nondet_bool())
        water_comes();
    gas_changes();
    if (__VERIFIER_nondet_bool())
        fan_fails();
    pump_works();
}

/* ------------------------------------------------ controller */

static void start_pump(void)
{
    if (pump_running || !pump_ready)
        return;
    if (!system_active || gas_critical() || water_level == 0)
        return;
    pump_running = 1;
    seconds_since_start = 0;
    if (starts < 100000)
        starts++;
}

static void stop_pump(void)
{
    pump_running = 0;
    seconds_since_start = 0;
}

static void update_alarm(void)
{
    if (gas_critical()) {
        if (!alarm_acknowledged)
            alarm_sounding = 1;
    } else {
        alarm_sounding = 0;
        alarm_acknowledged = 0;
    }
}

static void automatic(void)
{
    if (!pump_running && high_water())
        start_pump();
    else if (pump_running && low_water())
        stop_pump();
}

static void by_hand(void)
{
    if (manual_wish && !pump_running)
        start_pump();
    else if (!manual_wish && pump_running)
        stop_pump();
}

static void watchdog(void)
{
    if (!pump_running)
        return;
    if (seconds_since_start < 600)
        seconds_since_start++;
    else {
        stop_pump();                    /* let it cool down */
        pump_ready = 0;
    }
}

static void safety(void)
{
    if (pump_running && gas_critical())
        stop_pump();
    if (pump_running && water_level == 0)
        stop_pump();
    update_alarm();
}

/* ------------------------------------------------ desk */

static void desk(void)
{
    switch (__VERIFIER_nondet_int()) {
    case 1:
        system_active = 1;
        break;
    case 2:
        system_active = 0;
        stop_pump();
        break;
    case 3:
        manual = 1;
        manual_wish = pump_running;
        break;
    case 4:
        manual = 0;
        break;
    case 5:
        manual_wish = !manual_wish;
        break;
    case 6:
        if (alarm_sounding) {
            alarm_acknowledged = 1;
            alarm_sounding = 0;
        }
        break;
    case 7:
        pump_ready = 1;
        break;
    default:
        break;
    }
}

/* ------------------------------------------------ specifications */

static void spec_no_pump_in_gas(void)
{
    if (pump_running && gas_critical()) {
        ERROR: reach_error();
    }
}

static void spec_not_dry(void)
{
    if (pump_running && water_level == 0)
        reach_error();
}

static void spec_alarm(void)
{
    if (gas_critical() && !alarm_sounding && !alarm_acknowledged)
        reach_error();
    if (alarm_sounding && alarm_acknowledged)
        reach_error();
}

static void spec_off_means_off(void)
{
    if (pump_running && !system_active)
        reach_error();
}

static void spec_time(void)
{
    if (!pump_running && seconds_since_start != 0)
        reach_error();
    if (seconds_since_start < 0 || seconds_since_start > 600)
        reach_error();
    if (was_critical && pump_running && seconds_since_start > 1)
        reach_error();
}

int main(void)
{
    while (1) {
        was_critical = gas_critical();
        environment();
        desk();
        if (manual)
            by_hand();
        else
            automatic();
        watchdog();
        safety();

        spec_no_pump_in_gas();
        spec_not_dry();
        spec_alarm();
        spec_off_means_off();
        spec_time();
    }
    return 0;
}
