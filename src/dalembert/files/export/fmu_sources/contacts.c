/*
 * Contacts from event to event: what each does where the simulation begins, where forces jump, and what no event told.
 *
 * Modes are discrete values; the action of an event decides about all of them. Guards come in kinds, so many for each
 * point.
 */

#define PULLS 1e-9
#define BESIDE 1e-8
#define INSIDE 1e-8
#define OVERLAP 1e-9
#define OPEN_QUESTION 1.5

static const char *point_of(int number)
{
    return points[number / N_KINDS];
}

/* What nothing here knows: laws and cases that only the package decides about. */
static int undecided(instance *fmu, int number)
{
    set_mode(fmu, FAILED);
    return failed(fmu, ERROR, "what the contact '%s' does at t = %.9g is decided by the package alone; %s",
                  point_of(number), fmu->block[TIME], "save the FMU with method=da.methods.MoreauJean(step)");
}

/* What the event with this number does to the states. */
static int decide(instance *fmu, int number)
{
    double *x = fmu->block + AT_STATES;
    if (events[number].action < 0)
        return undecided(fmu, number);
    const double *after = asked(fmu, actions[events[number].action], number);
    if (!is_finite(after, N_KEPT))
        return undecided(fmu, number);
    memcpy(x, after, N_KEPT * sizeof(double));
    for (int k = 0; k < N_POINTS; ++k)
        if (x[open_questions[k]] > OPEN_QUESTION)
            return undecided(fmu, k * N_KINDS);

    /* nothing is known of what events have behind them */
    for (int k = 0; k < N_PAST; ++k)
        fmu->block[AT_PAST + k] = NAN;
    return OK;
}

/* The first guard below zero by more than rounding: a force that pulls or is not held, a gap that is closed; or -1. */
static int broken(instance *fmu)
{
    const double *values = asked(fmu, guard, 0.0);
    double largest = 0.0;
    for (int k = 0; k < N_FORCES; ++k)
        largest = fmax(largest, fabs(values[forces[k]]));
    for (int k = 0; k < N_FORCES; ++k)
        if (values[forces[k]] < -fmax(PULLS, BESIDE * largest))
            return forces[k];
    for (int k = 0; k < N_GAPS; ++k)
        if (values[gaps[k]] < -INSIDE)
            return gaps[k];
    return -1;
}

/* Modes where the simulation begins: what is apart is open, about what touches the closing of one decides. */
static int begin_contacts(instance *fmu)
{
    double *x = fmu->block + AT_STATES;
    if (!N_POINTS)
        return OK;
    for (int k = 0; k < N_MODES; ++k)
        x[modes[k]] = 0.0;
    const double *values = asked(fmu, guard, 0.0);
    for (int k = 0; k < N_GAPS; ++k)
        if (is_rigid[k] && values[gaps[k]] < -OVERLAP)
            return failed(fmu, ERROR, "bodies of the contact '%s' overlap by %.3g m where the simulation begins",
                          point_of(gaps[k]), -values[gaps[k]]);
    const double *found = asked(fmu, first_modes, 0.0);
    const int number = (int)found[N_KEPT];
    memcpy(x, found, N_KEPT * sizeof(double));
    return number < 0 ? OK : decide(fmu, number);
}

/* Modes where inputs have jumped: if friction holds and nothing pulls, they stay. */
static int settle_contacts(instance *fmu)
{
    const int number = N_POINTS ? broken(fmu) : -1;
    return number < 0 ? OK : decide(fmu, number);
}

/* Whether a step went by in which something happened that no event told. */
static int check_contacts(instance *fmu)
{
    const int number = N_POINTS ? broken(fmu) : -1;
    if (number < 0)
        return OK;
    set_mode(fmu, FAILED);
    return failed(fmu, ERROR, "until t = %.9g the contact '%s' did something that no event told; %s",
                  fmu->block[TIME], point_of(number), "take shorter communication steps, or a smaller tolerance");
}
