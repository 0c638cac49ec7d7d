/* The functions of FMI 2.0, model exchange and co-simulation; compile this file, which includes the others. */
#include <stdint.h>
#include <stddef.h>

#include "model.c"
#include "instance.c"

#ifndef FMI2_FUNCTION_PREFIX
#define FMI2_FUNCTION_PREFIX MODEL_PREFIX
#endif
#define JOIN_NAMES(a, b) a##b
#define JOIN(a, b) JOIN_NAMES(a, b)
#define NAME(name) JOIN(FMI2_FUNCTION_PREFIX, name)
#if defined _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define FMI(name) EXPORT int NAME(name)

typedef unsigned reference;

typedef void (*fmi2_logger)(void *environment, const char *name, int status, const char *category,
                            const char *message, ...);

typedef struct {
    fmi2_logger logger;
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*step_finished)(void *, int);
    void *environment;
} callbacks;

typedef struct {
    int is_needed_again, terminates, has_other_nominals, has_other_states, is_next_time_known;
    double next_time;
} event_info;

static void told(const instance *fmu, int status, const char *category, const char *text)
{
    const callbacks *given = fmu->logger;
    if (given && given->logger)
        given->logger(fmu->environment, fmu->name, status, category, "%s", text);
}

EXPORT const char *NAME(fmi2GetTypesPlatform)(void)
{
    return "default";
}

EXPORT const char *NAME(fmi2GetVersion)(void)
{
    return "2.0";
}

EXPORT void *NAME(fmi2Instantiate)(const char *name, int kind, const char *guid, const char *resources,
                                   const callbacks *given, int is_visible, int is_loud)
{
    instance *fmu = made(name, guid, kind == 1, is_loud);
    (void)resources, (void)is_visible;
    if (fmu && given) {
        fmu->log = told;
        fmu->logger = (void *)given;
        fmu->environment = given->environment;
    } else if (!fmu && given && given->logger) {
        given->logger(given->environment, name ? name : "", ERROR, "logStatusError",
                      "the GUID is not that of this FMU, or there is no memory");
    }
    return fmu;
}

EXPORT void NAME(fmi2FreeInstance)(instance *fmu)
{
    free(fmu);
}

FMI(fmi2SetDebugLogging)(instance *fmu, int is_on, size_t n, const char *const *categories)
{
    if (!fmu)
        return ERROR;
    (void)n, (void)categories;
    fmu->is_loud = is_on;
    return OK;
}

FMI(fmi2SetupExperiment)(instance *fmu, int has_tolerance, double tolerance, double begin_time, int has_stop,
                         double stop)
{
    if (check(fmu, INSTANTIATED, "fmi2SetupExperiment") != OK)
        return ERROR;
    start(fmu, begin_time, has_stop ? stop : begin_time, has_tolerance ? tolerance : 0.0);
    set_mode(fmu, INSTANTIATED);
    return OK;
}

FMI(fmi2EnterInitializationMode)(instance *fmu)
{
    if (check(fmu, INSTANTIATED, "fmi2EnterInitializationMode") != OK)
        return ERROR;
    return start(fmu, fmu->block[TIME], 0.0, 0.0);
}

FMI(fmi2ExitInitializationMode)(instance *fmu)
{
    return begin(fmu);
}

FMI(fmi2Terminate)(instance *fmu)
{
    if (check(fmu, RUNNING, "fmi2Terminate") != OK)
        return ERROR;
    set_mode(fmu, TERMINATED);
    return OK;
}

FMI(fmi2Reset)(instance *fmu)
{
    if (!fmu)
        return ERROR;
    to_start(fmu);
    return OK;
}

FMI(fmi2GetReal)(instance *fmu, const reference *references, size_t n, double *values)
{
    return get_values(fmu, references, n, values);
}

FMI(fmi2SetReal)(instance *fmu, const reference *references, size_t n, const double *values)
{
    return set_values(fmu, references, n, values);
}

/* all variables are real numbers */
#define NONE_OF(type)                                                                                        \
    FMI(fmi2Get##type)(instance *fmu, const reference *references, size_t n, void *values)                   \
    {                                                                                                        \
        (void)references, (void)values;                                                                      \
        return n ? failed(fmu, ERROR, "all variables of this FMU are real numbers") : OK;                    \
    }                                                                                                        \
    FMI(fmi2Set##type)(instance *fmu, const reference *references, size_t n, const void *values)             \
    {                                                                                                        \
        (void)references, (void)values;                                                                      \
        return n ? failed(fmu, ERROR, "all variables of this FMU are real numbers") : OK;                    \
    }
NONE_OF(Integer)
NONE_OF(Boolean)
NONE_OF(String)

/* ---- states of the FMU */

FMI(fmi2GetFMUstate)(instance *fmu, void **state)
{
    if (!fmu)
        return ERROR;
    if (!*state && !(*state = malloc(sizeof fmu->block)))
        return failed(fmu, ERROR, "there is no memory for a state");
    memcpy(*state, fmu->block, sizeof fmu->block);
    return OK;
}

FMI(fmi2SetFMUstate)(instance *fmu, const void *state)
{
    if (!fmu)
        return ERROR;
    if (!state)
        return failed(fmu, ERROR, "there is no state to set");
    memcpy(fmu->block, state, sizeof fmu->block);
    return OK;
}

FMI(fmi2FreeFMUstate)(instance *fmu, void **state)
{
    if (!fmu)
        return ERROR;
    (void)fmu;
    if (state) {
        free(*state);
        *state = NULL;
    }
    return OK;
}

FMI(fmi2SerializedFMUstateSize)(instance *fmu, const void *state, size_t *size)
{
    if (!fmu)
        return ERROR;
    (void)state;
    *size = sizeof fmu->block;
    return OK;
}

FMI(fmi2SerializeFMUstate)(instance *fmu, const void *state, char *bytes, size_t size)
{
    if (!fmu)
        return ERROR;
    if (!state || size != sizeof fmu->block)
        return failed(fmu, ERROR, "a serialized state has %d bytes", (int)sizeof fmu->block);
    memcpy(bytes, state, size);
    return OK;
}

FMI(fmi2DeSerializeFMUstate)(instance *fmu, const char *bytes, size_t size, void **state)
{
    if (!fmu)
        return ERROR;
    if (size != sizeof fmu->block)
        return failed(fmu, ERROR, "a serialized state has %d bytes", (int)sizeof fmu->block);
    if (!*state && !(*state = malloc(size)))
        return failed(fmu, ERROR, "there is no memory for a state");
    memcpy(*state, bytes, size);
    return OK;
}

FMI(fmi2GetDirectionalDerivative)(instance *fmu)
{
    return failed(fmu, ERROR, "this FMU has no directional derivatives");
}

/* ---- model exchange */

FMI(fmi2EnterEventMode)(instance *fmu)
{
    if (check(fmu, CONTINUOUS | EVENT, "fmi2EnterEventMode") != OK)
        return ERROR;
    set_mode(fmu, EVENT);
    return OK;
}

FMI(fmi2NewDiscreteStates)(instance *fmu, event_info *info)
{
    int has_changed;
    memset(info, 0, sizeof *info);
    if (check(fmu, EVENT, "fmi2NewDiscreteStates") != OK || act(fmu, &has_changed) != OK)
        return ERROR;
    info->has_other_states = has_changed;
    info->terminates = fmu->block[IS_TERMINAL] != 0.0;
    const double next = next_instant(fmu);
    info->is_next_time_known = next < INFINITY;
    info->next_time = info->is_next_time_known ? next : 0.0;
    return OK;
}

FMI(fmi2EnterContinuousTimeMode)(instance *fmu)
{
    if (check(fmu, EVENT, "fmi2EnterContinuousTimeMode") != OK)
        return ERROR;
    set_mode(fmu, CONTINUOUS);
    return OK;
}

FMI(fmi2CompletedIntegratorStep)(instance *fmu, int may_forget, int *wants_event, int *terminates)
{
    (void)may_forget;
    if (check(fmu, CONTINUOUS, "fmi2CompletedIntegratorStep") != OK)
        return ERROR;
    *wants_event = has_drifted(fmu);
    *terminates = 0;
    return OK;
}

FMI(fmi2SetTime)(instance *fmu, double time)
{
    return set_time(fmu, time);
}

FMI(fmi2SetContinuousStates)(instance *fmu, const double *states, size_t n)
{
    return set_states(fmu, states, n);
}

FMI(fmi2GetDerivatives)(instance *fmu, double *rates, size_t n)
{
    return rates_of(fmu, rates, n);
}

FMI(fmi2GetEventIndicators)(instance *fmu, double *values, size_t n)
{
    return indicators_of(fmu, values, n);
}

FMI(fmi2GetContinuousStates)(instance *fmu, double *states, size_t n)
{
    return states_of(fmu, states, n);
}

FMI(fmi2GetNominalsOfContinuousStates)(instance *fmu, double *nominals, size_t n)
{
    (void)fmu;
    for (size_t k = 0; k < n; ++k)
        nominals[k] = 1.0;
    return OK;
}

/* ---- co-simulation */

FMI(fmi2SetRealInputDerivatives)(instance *fmu, const reference *references, size_t n, const int *orders,
                                 const double *values)
{
    (void)references, (void)orders, (void)values;
    return n ? failed(fmu, ERROR, "inputs of this FMU are held between communication points") : OK;
}

FMI(fmi2GetRealOutputDerivatives)(instance *fmu, const reference *references, size_t n, const int *orders,
                                  double *values)
{
    (void)references, (void)orders, (void)values;
    return n ? failed(fmu, ERROR, "this FMU has no derivatives of outputs") : OK;
}

FMI(fmi2DoStep)(instance *fmu, double time, double length, int keeps_nothing)
{
    double reached;
    (void)keeps_nothing;
    return go_on(fmu, time, length, &reached);
}

FMI(fmi2CancelStep)(instance *fmu)
{
    return failed(fmu, ERROR, "steps of this FMU are over when doStep returns");
}

FMI(fmi2GetStatus)(instance *fmu, int kind, int *value)
{
    (void)kind, (void)value;
    return failed(fmu, DISCARD, "steps of this FMU are over when doStep returns");
}

FMI(fmi2GetRealStatus)(instance *fmu, int kind, double *value)
{
    if (!fmu)
        return ERROR;
    enum { LAST_SUCCESSFUL_TIME = 2 };
    if (kind != LAST_SUCCESSFUL_TIME)
        return failed(fmu, DISCARD, "the only real status is the last successful time");
    *value = fmu->block[TIME];
    return OK;
}

FMI(fmi2GetIntegerStatus)(instance *fmu, int kind, int *value)
{
    (void)kind, (void)value;
    return failed(fmu, DISCARD, "there is no integer status");
}

FMI(fmi2GetBooleanStatus)(instance *fmu, int kind, int *value)
{
    if (!fmu)
        return ERROR;
    enum { IS_TERMINATED = 3 };
    if (kind != IS_TERMINATED)
        return failed(fmu, DISCARD, "the only boolean status is whether the simulation is terminated");
    *value = fmu->block[IS_TERMINAL] != 0.0;
    return OK;
}

FMI(fmi2GetStringStatus)(instance *fmu, int kind, const char **value)
{
    (void)kind, (void)value;
    return failed(fmu, DISCARD, "there is no status in words");
}
