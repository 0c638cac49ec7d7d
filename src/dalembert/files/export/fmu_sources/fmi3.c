/* The functions of FMI 3.0, model exchange and co-simulation; compile this file, which includes the others. */
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

#include "model.c"
#include "instance.c"

#ifndef FMI3_FUNCTION_PREFIX
#define FMI3_FUNCTION_PREFIX MODEL_PREFIX
#endif
#define JOIN_NAMES(a, b) a##b
#define JOIN(a, b) JOIN_NAMES(a, b)
#define NAME(name) JOIN(FMI3_FUNCTION_PREFIX, name)
#if defined _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define FMI(name) EXPORT int NAME(name)

typedef uint32_t reference;
typedef void (*fmi3_logger)(void *environment, int status, const char *category, const char *message);

/* a pointer to an object holds the one to a function */
typedef struct {
    fmi3_logger call;
} logger_box;

static void told(const instance *fmu, int status, const char *category, const char *text)
{
    const logger_box *given = fmu->logger;
    if (given && given->call)
        given->call(fmu->environment, status, category, text);
}

EXPORT const char *NAME(fmi3GetVersion)(void)
{
    return "3.0";
}

static instance *instantiated(const char *name, const char *token, bool is_loud, void *environment,
                              fmi3_logger logger, int is_cosimulation)
{
    instance *fmu = made(name, token, is_cosimulation, is_loud);
    logger_box *box = fmu ? malloc(sizeof *box) : NULL;
    if (fmu && box) {
        box->call = logger;
        fmu->log = told;
        fmu->logger = box;
        fmu->environment = environment;
    } else if (logger) {
        logger(environment, ERROR, "logStatusError", "the token is not that of this FMU, or there is no memory");
    }
    return fmu;
}

EXPORT void *NAME(fmi3InstantiateModelExchange)(const char *name, const char *token, const char *resources,
                                                bool is_visible, bool is_loud, void *environment,
                                                fmi3_logger logger)
{
    (void)resources, (void)is_visible;
    return instantiated(name, token, is_loud, environment, logger, 0);
}

EXPORT void *NAME(fmi3InstantiateCoSimulation)(const char *name, const char *token, const char *resources,
                                               bool is_visible, bool is_loud, bool has_event_mode,
                                               bool may_return_early, const reference *intermediate, size_t n,
                                               void *environment, fmi3_logger logger, void *update)
{
    (void)resources, (void)is_visible, (void)intermediate, (void)n, (void)update;
    if (has_event_mode) {
        if (logger)
            logger(environment, ERROR, "logStatusError", "this FMU treats events by itself, without event mode");
        return NULL;
    }
    instance *fmu = instantiated(name, token, is_loud, environment, logger, 1);
    if (fmu)
        fmu->may_return_early = may_return_early;
    return fmu;
}

EXPORT void *NAME(fmi3InstantiateScheduledExecution)(const char *name, const char *token, const char *resources,
                                                     bool is_visible, bool is_loud, void *environment,
                                                     fmi3_logger logger)
{
    (void)name, (void)token, (void)resources, (void)is_visible, (void)is_loud;
    if (logger)
        logger(environment, ERROR, "logStatusError", "this FMU has no scheduled execution");
    return NULL;
}

EXPORT void NAME(fmi3FreeInstance)(instance *fmu)
{
    if (fmu)
        free(fmu->logger);
    free(fmu);
}

FMI(fmi3SetDebugLogging)(instance *fmu, bool is_on, size_t n, const char *const *categories)
{
    if (!fmu)
        return ERROR;
    (void)n, (void)categories;
    fmu->is_loud = is_on;
    return OK;
}

FMI(fmi3EnterInitializationMode)(instance *fmu, bool has_tolerance, double tolerance, double begin_time,
                                 bool has_stop, double stop)
{
    if (check(fmu, INSTANTIATED, "fmi3EnterInitializationMode") != OK)
        return ERROR;
    return start(fmu, begin_time, has_stop ? stop : begin_time, has_tolerance ? tolerance : 0.0);
}

FMI(fmi3ExitInitializationMode)(instance *fmu)
{
    return begin(fmu);
}

FMI(fmi3Terminate)(instance *fmu)
{
    if (check(fmu, RUNNING, "fmi3Terminate") != OK)
        return ERROR;
    set_mode(fmu, TERMINATED);
    return OK;
}

FMI(fmi3Reset)(instance *fmu)
{
    if (!fmu)
        return ERROR;
    to_start(fmu);
    return OK;
}

FMI(fmi3GetFloat64)(instance *fmu, const reference *references, size_t n, double *values, size_t n_values)
{
    if (n != n_values)
        return failed(fmu, ERROR, "all variables of this FMU are scalars");
    return get_values(fmu, references, n, values);
}

FMI(fmi3SetFloat64)(instance *fmu, const reference *references, size_t n, const double *values, size_t n_values)
{
    if (n != n_values)
        return failed(fmu, ERROR, "all variables of this FMU are scalars");
    return set_values(fmu, references, n, values);
}

/* all variables are doubles; what follows the number of variables does not matter if there are none */
#define NONE_OF(type)                                                                                        \
    FMI(fmi3Get##type)(instance *fmu, const reference *references, size_t n)                                 \
    {                                                                                                        \
        (void)references;                                                                                    \
        return n ? failed(fmu, ERROR, "all variables of this FMU are of type Float64") : OK;                 \
    }                                                                                                        \
    FMI(fmi3Set##type)(instance *fmu, const reference *references, size_t n)                                 \
    {                                                                                                        \
        (void)references;                                                                                    \
        return n ? failed(fmu, ERROR, "all variables of this FMU are of type Float64") : OK;                 \
    }
NONE_OF(Float32)
NONE_OF(Int8)
NONE_OF(UInt8)
NONE_OF(Int16)
NONE_OF(UInt16)
NONE_OF(Int32)
NONE_OF(UInt32)
NONE_OF(Int64)
NONE_OF(UInt64)
NONE_OF(Boolean)
NONE_OF(String)
NONE_OF(Binary)
NONE_OF(Clock)

/* what this FMU does not have, as its description says */
#define ABSENT(name, what)                                                                                   \
    FMI(name)(instance *fmu)                                                                                 \
    {                                                                                                        \
        return failed(fmu, ERROR, "this FMU has no %s", what);                                               \
    }
ABSENT(fmi3GetNumberOfVariableDependencies, "variable dependencies at run time")
ABSENT(fmi3GetVariableDependencies, "variable dependencies at run time")
ABSENT(fmi3GetDirectionalDerivative, "directional derivatives")
ABSENT(fmi3GetAdjointDerivative, "adjoint derivatives")
ABSENT(fmi3EnterConfigurationMode, "structural parameters")
ABSENT(fmi3ExitConfigurationMode, "structural parameters")
ABSENT(fmi3GetIntervalDecimal, "clocks")
ABSENT(fmi3GetIntervalFraction, "clocks")
ABSENT(fmi3GetShiftDecimal, "clocks")
ABSENT(fmi3GetShiftFraction, "clocks")
ABSENT(fmi3SetIntervalDecimal, "clocks")
ABSENT(fmi3SetIntervalFraction, "clocks")
ABSENT(fmi3SetShiftDecimal, "clocks")
ABSENT(fmi3SetShiftFraction, "clocks")
ABSENT(fmi3ActivateModelPartition, "model partitions")
ABSENT(fmi3EnterStepMode, "event mode in co-simulation")
ABSENT(fmi3GetOutputDerivatives, "derivatives of outputs")

/* ---- states of the FMU */

FMI(fmi3GetFMUState)(instance *fmu, void **state)
{
    if (!fmu)
        return ERROR;
    if (!*state && !(*state = malloc(sizeof fmu->block)))
        return failed(fmu, ERROR, "there is no memory for a state");
    memcpy(*state, fmu->block, sizeof fmu->block);
    return OK;
}

FMI(fmi3SetFMUState)(instance *fmu, const void *state)
{
    if (!fmu)
        return ERROR;
    if (!state)
        return failed(fmu, ERROR, "there is no state to set");
    memcpy(fmu->block, state, sizeof fmu->block);
    return OK;
}

FMI(fmi3FreeFMUState)(instance *fmu, void **state)
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

FMI(fmi3SerializedFMUStateSize)(instance *fmu, const void *state, size_t *size)
{
    if (!fmu)
        return ERROR;
    (void)state;
    *size = sizeof fmu->block;
    return OK;
}

FMI(fmi3SerializeFMUState)(instance *fmu, const void *state, uint8_t *bytes, size_t size)
{
    if (!fmu)
        return ERROR;
    if (!state || size != sizeof fmu->block)
        return failed(fmu, ERROR, "a serialized state has %d bytes", (int)sizeof fmu->block);
    memcpy(bytes, state, size);
    return OK;
}

FMI(fmi3DeserializeFMUState)(instance *fmu, const uint8_t *bytes, size_t size, void **state)
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

/* ---- model exchange */

FMI(fmi3EnterEventMode)(instance *fmu)
{
    if (check(fmu, CONTINUOUS | EVENT, "fmi3EnterEventMode") != OK)
        return ERROR;
    set_mode(fmu, EVENT);
    return OK;
}

FMI(fmi3EvaluateDiscreteStates)(instance *fmu)
{
    return check(fmu, INITIALIZATION | EVENT, "fmi3EvaluateDiscreteStates");
}

FMI(fmi3UpdateDiscreteStates)(instance *fmu, bool *is_needed_again, bool *terminates, bool *has_other_nominals,
                              bool *has_other_states, bool *is_next_time_known, double *next_time)
{
    int has_changed;
    *is_needed_again = *terminates = *has_other_nominals = *has_other_states = *is_next_time_known = false;
    *next_time = 0.0;
    if (check(fmu, EVENT, "fmi3UpdateDiscreteStates") != OK || act(fmu, &has_changed) != OK)
        return ERROR;
    *has_other_states = has_changed;
    *terminates = fmu->block[IS_TERMINAL] != 0.0;
    const double next = next_instant(fmu);
    *is_next_time_known = next < INFINITY;
    *next_time = *is_next_time_known ? next : 0.0;
    return OK;
}

FMI(fmi3EnterContinuousTimeMode)(instance *fmu)
{
    if (check(fmu, EVENT, "fmi3EnterContinuousTimeMode") != OK)
        return ERROR;
    set_mode(fmu, CONTINUOUS);
    return OK;
}

FMI(fmi3CompletedIntegratorStep)(instance *fmu, bool may_forget, bool *wants_event, bool *terminates)
{
    (void)may_forget;
    if (check(fmu, CONTINUOUS, "fmi3CompletedIntegratorStep") != OK)
        return ERROR;
    *wants_event = has_drifted(fmu);
    *terminates = false;
    return OK;
}

FMI(fmi3SetTime)(instance *fmu, double time)
{
    return set_time(fmu, time);
}

FMI(fmi3SetContinuousStates)(instance *fmu, const double *states, size_t n)
{
    return set_states(fmu, states, n);
}

FMI(fmi3GetContinuousStateDerivatives)(instance *fmu, double *rates, size_t n)
{
    return rates_of(fmu, rates, n);
}

FMI(fmi3GetEventIndicators)(instance *fmu, double *values, size_t n)
{
    return indicators_of(fmu, values, n);
}

FMI(fmi3GetContinuousStates)(instance *fmu, double *states, size_t n)
{
    return states_of(fmu, states, n);
}

FMI(fmi3GetNominalsOfContinuousStates)(instance *fmu, double *nominals, size_t n)
{
    (void)fmu;
    for (size_t k = 0; k < n; ++k)
        nominals[k] = 1.0;
    return OK;
}

FMI(fmi3GetNumberOfEventIndicators)(instance *fmu, size_t *n)
{
    (void)fmu;
    *n = N_EVENTS;
    return OK;
}

FMI(fmi3GetNumberOfContinuousStates)(instance *fmu, size_t *n)
{
    (void)fmu;
    *n = N_STATES;
    return OK;
}

/* ---- co-simulation */

FMI(fmi3DoStep)(instance *fmu, double time, double length, bool keeps_nothing, bool *needs_event, bool *terminates,
                bool *is_early, double *reached)
{
    (void)keeps_nothing;
    const int status = go_on(fmu, time, length, reached);
    *needs_event = false;
    /* an event that ends the simulation is no failure */
    *terminates = status == DISCARD;
    *is_early = *terminates && fmu->may_return_early;
    return status == DISCARD ? OK : status;
}
