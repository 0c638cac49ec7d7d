/*
 * An instance of the model: its numbers, and what both versions of the interface do with them.
 *
 * All that changes stands in one block of doubles, so that a state of the FMU is a copy of that block. Sizes, start
 * values and programs come from model.c, which is included before this file.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OK, WARNING, DISCARD, ERROR, FATAL };

/* where an instance is in its life */
enum { INSTANTIATED = 1, INITIALIZATION = 2, EVENT = 4, CONTINUOUS = 8, STEP = 16, TERMINATED = 32, FAILED = 64 };
enum { RUNNING = EVENT | CONTINUOUS | STEP, READABLE = INITIALIZATION | RUNNING | TERMINATED };

/* the block: numbers first, then states and discrete values, inputs, parameters, what events have behind them, laws */
enum { TIME, MODE, TOLERANCE, LOOK, NEXT_STEP, IS_TERMINAL, IS_UNSETTLED, AT_STATES };
enum { AT_INPUTS = AT_STATES + N_KEPT, AT_PARAMETERS = AT_INPUTS + N_INPUTS };
enum { AT_PAST = AT_PARAMETERS + N_PARAMETERS, AT_SIGNS = AT_PAST + N_PAST };
enum { AT_LAWS = AT_SIGNS + N_EVENTS, BLOCK = AT_LAWS + N_LAWS };

/* value references: the time, then each kind of variable */
enum { VR_STATES = 1, VR_RATES = VR_STATES + N_STATES, VR_DISCRETE = VR_RATES + N_STATES };
enum { VR_INPUTS = VR_DISCRETE + N_DISCRETE, VR_PARAMETERS = VR_INPUTS + N_INPUTS };
enum { VR_OUTPUTS = VR_PARAMETERS + N_OPEN, VR_END = VR_OUTPUTS + N_OUTPUTS };

enum { MOST_CORRECTIONS = 50, MOST_STEPS = 100000000 };

typedef struct fmu_instance instance;

struct fmu_instance {
    double block[BLOCK];
    double inputs[N_CALL + 1], results[N_RESULTS + 1], p_within[N_PARAMETERS + 1], work[N_WORK + 1];
    double spans[6 + N_PAST], summaries[9 + N_PAST], record[RECORD + 1];
    int is_cosimulation, is_loud, may_return_early;
    void *environment;
    void (*log)(const instance *, int status, const char *category, const char *text);
    void *logger;
    char name[128];
};

static int failed(instance *fmu, int status, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (fmu && fmu->log)
        fmu->log(fmu, status, status == DISCARD ? "logStatusDiscard" : "logStatusError", text);
    return status;
}

static int is_in(const instance *fmu, int modes)
{
    return fmu && ((int)fmu->block[MODE] & modes) != 0;
}

static void set_mode(instance *fmu, int mode)
{
    fmu->block[MODE] = mode;
}

/* Refuse a call that does not belong here. */
static int check(instance *fmu, int modes, const char *what)
{
    return is_in(fmu, modes) ? OK : failed(fmu, ERROR, "%s may not be called in this state of the FMU", what);
}

static void to_start(instance *fmu)
{
    double *b = fmu->block;
    memset(b, 0, sizeof fmu->block);
    b[TIME] = START_TIME;
    b[MODE] = INSTANTIATED;
    b[TOLERANCE] = 1e-8;
    b[LOOK] = STOP_TIME / SAMPLES;
    memcpy(b + AT_STATES, start_states, N_KEPT * sizeof(double));
    memcpy(b + AT_INPUTS, start_inputs, N_INPUTS * sizeof(double));
    memcpy(b + AT_PARAMETERS, default_parameters, N_PARAMETERS * sizeof(double));
    for (int k = 0; k < N_PAST; ++k)
        b[AT_PAST + k] = NAN;
}

static int is_finite(const double *values, int n)
{
    double sum = 0.0;
    for (int k = 0; k < n; ++k)
        sum += 0.0 * values[k];
    return sum == 0.0;
}

/* Results of a program for the present time, states and inputs. */
static const double *asked(instance *fmu, program function, double event)
{
    double *b = fmu->block, *in = fmu->inputs;
    in[0] = b[TIME];
    memcpy(in + 1, b + AT_STATES, (N_KEPT + N_INPUTS) * sizeof(double));
    in[1 + N_KEPT + N_INPUTS] = event;
    function(in, b + AT_PARAMETERS, fmu->results, fmu->work);
    return fmu->results;
}

/* By how much states are off the constraints, beside their size; they are moved there if that is wanted. */
static double correction(instance *fmu, int is_wanted)
{
    double *x = fmu->block + AT_STATES, largest = 0.0;
    const double *valid = asked(fmu, project, 0.0);
    for (int k = 0; k < N_STATES; ++k) {
        const double part = fabs(valid[k] - x[k]) / (1.0 + fabs(x[k]));
        largest = part <= largest ? largest : part;
    }
    if (is_wanted && largest < 1e300)
        memcpy(x, valid, N_STATES * sizeof(double));
    return largest;
}

/* Move the states to where the constraints hold. */
static int settle(instance *fmu)
{
    fmu->block[IS_UNSETTLED] = 0.0;
    if (!HAS_PROJECTION)
        return OK;
    for (int k = 0; k < MOST_CORRECTIONS; ++k) {
        const double size = correction(fmu, 1);
        if (size <= 1e-13)
            return OK;
        if (!(size < 1e300))
            break;
    }
    /* what is left is rounding, or no state satisfies the constraints */
    if (correction(fmu, 0) <= 1e-10)
        return OK;
    return failed(fmu, ERROR, "no state near these start values and parameters satisfies the constraints; %s",
                  "choose start values nearer to where they hold");
}

#include "contacts.c"
#include "time_laws.c"

static void note_signs(instance *fmu)
{
    if (!N_EVENTS)
        return;
    const double *values = asked(fmu, guard, 0.0);
    for (int k = 0; k < N_EVENTS; ++k)
        fmu->block[AT_SIGNS + k] = values[k] > 0.0;
}

static int start(instance *fmu, double time, double stop, double tolerance)
{
    fmu->block[TIME] = time;
    if (stop > time)
        fmu->block[LOOK] = (stop - time) / SAMPLES;
    if (tolerance > 0.0)
        fmu->block[TOLERANCE] = tolerance;
    fmu->block[IS_UNSETTLED] = 1.0;
    set_mode(fmu, INITIALIZATION);
    return OK;
}

/* Refuse values of parameters with which there is no such body. */
static int check_bodies(instance *fmu)
{
    if (!N_CONDITIONS)
        return OK;
    const double *values = asked(fmu, bounds, 0.0);
    for (int k = 0; k < N_CONDITIONS; ++k)
        if (!(values[k] >= 0.0))
            return failed(fmu, ERROR, "impossible values of parameters: %s", conditions[k]);
    return OK;
}

static int begin(instance *fmu)
{
    int status = check(fmu, INITIALIZATION, "exitInitializationMode");
    if (status == OK)
        status = check_bodies(fmu);
    if (status == OK)
        status = settle(fmu);
    if (status == OK && !is_finite(asked(fmu, rate, 0.0), N_STATES))
        status = failed(fmu, ERROR, "the rates of the states are not finite where the simulation begins");
    if (status == OK)
        status = begin_contacts(fmu);
    if (status != OK)
        return status;
    note_signs(fmu);
    measure_laws(fmu);
    set_mode(fmu, fmu->is_cosimulation ? STEP : EVENT);
    return OK;
}

/* ---- variables */

static double *place_of(instance *fmu, unsigned reference)
{
    double *b = fmu->block;
    if (reference == 0)
        return b + TIME;
    if (reference >= VR_STATES && reference < VR_RATES)
        return b + AT_STATES + (reference - VR_STATES);
    if (reference >= VR_DISCRETE && reference < VR_INPUTS)
        return b + AT_STATES + N_STATES + (reference - VR_DISCRETE);
    if (reference >= VR_INPUTS && reference < VR_PARAMETERS)
        return b + AT_INPUTS + (reference - VR_INPUTS);
    if (reference >= VR_PARAMETERS && reference < VR_OUTPUTS)
        return b + AT_PARAMETERS + open_parameters[reference - VR_PARAMETERS];
    return NULL;
}

static int get_values(instance *fmu, const unsigned *references, size_t n, double *values)
{
    const double *rates = NULL, *outputs = NULL;
    double kept[N_STATES + 1];
    if (check(fmu, INSTANTIATED | READABLE, "a function that gets values") != OK)
        return ERROR;
    if (fmu->block[IS_UNSETTLED] != 0.0 && is_in(fmu, INITIALIZATION) && settle(fmu) != OK)
        return ERROR;
    for (size_t k = 0; k < n; ++k) {
        const unsigned reference = references[k];
        const double *place = place_of(fmu, reference);
        if (place) {
            values[k] = *place;
        } else if (reference >= VR_RATES && reference < VR_DISCRETE) {
            if (!rates)
                rates = memcpy(kept, asked(fmu, rate, 0.0), N_STATES * sizeof(double));
            values[k] = rates[reference - VR_RATES];
            outputs = NULL;
        } else if (reference >= VR_OUTPUTS && reference < VR_END) {
            if (!outputs)
                outputs = asked(fmu, output, 0.0);
            values[k] = outputs[reference - VR_OUTPUTS];
        } else {
            return failed(fmu, ERROR, "no variable has the value reference %u", reference);
        }
    }
    return OK;
}

static int set_values(instance *fmu, const unsigned *references, size_t n, const double *values)
{
    /* all or nothing */
    for (size_t k = 0; k < n; ++k) {
        const unsigned reference = references[k];
        const int is_input = reference >= VR_INPUTS && reference < VR_PARAMETERS;
        if (reference == 0 || !place_of(fmu, reference))
            return failed(fmu, ERROR, "the variable with value reference %u cannot be set", reference);
        if (!is_in(fmu, INSTANTIATED | INITIALIZATION | (is_input ? RUNNING : 0)))
            return failed(fmu, ERROR, "the variable with value reference %u can be set %s only", reference,
                          is_input ? "until the FMU is terminated" : "before and in initialization");
        if (!is_finite(values + k, 1))
            return failed(fmu, ERROR, "the value for reference %u is not a finite number", reference);
    }
    for (size_t k = 0; k < n; ++k) {
        const int is_input = references[k] >= VR_INPUTS && references[k] < VR_PARAMETERS;
        *place_of(fmu, references[k]) = values[k];
        if (!is_input)
            fmu->block[IS_UNSETTLED] = 1.0;
    }
    return OK;
}

/* ---- model exchange */

static int rates_of(instance *fmu, double *rates, size_t n)
{
    if (check(fmu, READABLE, "getDerivatives") != OK)
        return ERROR;
    if (n != N_STATES)
        return failed(fmu, ERROR, "there are %d continuous states", N_STATES);
    const double *found = asked(fmu, rate, 0.0);
    if (!is_finite(found, N_STATES))
        return failed(fmu, DISCARD, "the rates of the states are not finite at t = %.9g", fmu->block[TIME]);
    memcpy(rates, found, n * sizeof(double));
    return OK;
}

static int states_of(instance *fmu, double *states, size_t n)
{
    if (check(fmu, READABLE, "getContinuousStates") != OK)
        return ERROR;
    if (n != N_STATES)
        return failed(fmu, ERROR, "there are %d continuous states", N_STATES);
    memcpy(states, fmu->block + AT_STATES, n * sizeof(double));
    return OK;
}

static int set_states(instance *fmu, const double *states, size_t n)
{
    if (check(fmu, CONTINUOUS | EVENT, "setContinuousStates") != OK)
        return ERROR;
    if (n != N_STATES)
        return failed(fmu, ERROR, "there are %d continuous states", N_STATES);
    memcpy(fmu->block + AT_STATES, states, n * sizeof(double));
    return OK;
}

static int set_time(instance *fmu, double time)
{
    if (check(fmu, CONTINUOUS | EVENT, "setTime") != OK)
        return ERROR;
    fmu->block[TIME] = time;
    return OK;
}

static int indicators_of(instance *fmu, double *values, size_t n)
{
    if (check(fmu, READABLE, "getEventIndicators") != OK)
        return ERROR;
    if (n != N_EVENTS)
        return failed(fmu, ERROR, "there are %d event indicators", N_EVENTS);
    if (N_EVENTS)
        memcpy(values, asked(fmu, guard, 0.0), n * sizeof(double));
    return OK;
}

/*
 * Whether the states have drifted far off the constraints, beside the tolerance of the simulation: methods of several
 * steps begin anew where they are brought back, so that must be rare.
 */
static int has_drifted(instance *fmu)
{
    const double allowed = 100.0 * fmu->block[TOLERANCE];
    return HAS_PROJECTION && !(correction(fmu, 0) <= (allowed > 1e-10 ? allowed : 1e-10));
}

/* What happens at an event: actions of those whose values have crossed zero, then states back to the constraints. */
static int act(instance *fmu, int *has_changed)
{
    double *b = fmu->block;
    int is_crossed[N_EVENTS + 1];
    *has_changed = 0;
    if (N_EVENTS) {
        const double *values = asked(fmu, guard, 0.0);
        for (int k = 0; k < N_EVENTS; ++k) {
            const int sense = (values[k] > 0.0) - (b[AT_SIGNS + k] > 0.0);
            is_crossed[k] = sense != 0 && events[k].direction != -sense;
        }
    }
    for (int k = 0; k < N_EVENTS; ++k) {
        if (!is_crossed[k])
            continue;
        if (events[k].is_terminal)
            b[IS_TERMINAL] = 1.0;
        if (events[k].action < 0)
            continue;
        const double *after = asked(fmu, actions[events[k].action], k);
        if (!is_finite(after, N_KEPT))
            return failed(fmu, ERROR, "what event %d does has no finite result", k);
        memcpy(b + AT_STATES, after, N_KEPT * sizeof(double));
        *has_changed = 1;
    }
    if (has_drifted(fmu) || (*has_changed && HAS_PROJECTION)) {
        *has_changed = 1;
        if (settle(fmu) != OK)
            return ERROR;
    }
    note_signs(fmu);
    return OK;
}

/* ---- co-simulation */

/* From the present time on by so much, with the loop that the package itself runs. */
static int go_on(instance *fmu, double time, double length, double *reached)
{
    double *b = fmu->block, *p = b + AT_PARAMETERS, *x = b + AT_STATES;
    const int64_t counts[6] = {1, 0, 0, MOST_STEPS, 0, 0};
    const double times[1] = {0.0};
    double outputs[1], steps[1];

    *reached = time;
    if (check(fmu, STEP, "doStep") != OK)
        return ERROR;
    if (b[IS_TERMINAL] != 0.0)
        return failed(fmu, ERROR, "an event has ended the simulation at t = %.9g", b[TIME]);
    if (!(length >= 0.0) || !is_finite(&time, 1) || !(fabs(time - b[TIME]) <= 1e-9 * (1.0 + fabs(time))))
        return failed(fmu, ERROR, "a step of %g from t = %.9g does not go on from t = %.9g", length, time, b[TIME]);
    if (length == 0.0)
        return OK;
    if (settle_contacts(fmu) != OK)
        return ERROR;
    memcpy(fmu->p_within, p, N_PARAMETERS * sizeof(double));
    for (int k = 0; k < N_WATCHED; ++k)
        fmu->p_within[watched[k]] = 0.0;
    const double span[6] = {time, time + length, 0.0, 0.0, b[NEXT_STEP], b[LOOK]};
    memcpy(fmu->spans, span, sizeof span);
    memcpy(fmu->spans + 6, b + AT_PAST, N_PAST * sizeof(double));
    loop(counts, settings, p, fmu->p_within, times, fmu->spans, x, b + AT_INPUTS, outputs, fmu->summaries,
         x, fmu->record, steps, fmu->work);

    /* as the summary of a run tells them: how it ended, when, the next step, and what events have behind them */
    const int status = (int)fmu->summaries[0];
    *reached = b[TIME] = fmu->summaries[1];
    b[NEXT_STEP] = fmu->summaries[5];
    memcpy(b + AT_PAST, fmu->summaries + 9, N_PAST * sizeof(double));
    if (status == 0)
        return check_contacts(fmu);
    if (status == 1) {
        const int number = (int)fmu->summaries[TERMINAL_EVENT];
        if (number < N_POINTS * N_KINDS)
            return undecided(fmu, number);
        b[IS_TERMINAL] = 1.0;
        return DISCARD;
    }
    set_mode(fmu, FAILED);
    return failed(fmu, ERROR, "cannot go on at t = %.9g: %s", *reached, status < N_REASONS ? reasons[status] : "");
}

/* ---- life */

static instance *made(const char *name, const char *token, int is_cosimulation, int is_loud)
{
    if (!token || strcmp(token, TOKEN) != 0)
        return NULL;
    instance *fmu = calloc(1, sizeof *fmu);
    if (!fmu)
        return NULL;
    fmu->is_cosimulation = is_cosimulation;
    fmu->is_loud = is_loud;
    snprintf(fmu->name, sizeof fmu->name, "%s", name ? name : "");
    to_start(fmu);
    return fmu;
}
