/*
 * When laws of time switch or begin to change, as time events.
 *
 * Where nothing moves, nothing tells a solver how long its steps may be, and a push between two of them would never
 * have been. So it begins anew where a law of time jumps, and where one changes much more than it just has. States are
 * held where they are meanwhile: what their motion does, errors of steps tell.
 */

/* a law has begun to change if it does so this much more than lately, which is forgotten by this part each sample */
static const double MORE = 4.0, KEPT = 0.75;

/* the part of its whole change that is none, each sample */
static const double STILL = 1e-7;

/* part of the time within which an instant is where we are */
static const double HERE = 0x1p-40;

static double rounding_of(double instant, double t)
{
    return HERE * fmax(fabs(instant), fabs(t));
}

static double law_at(instance *fmu, int number, double t)
{
    const double now = fmu->block[TIME];
    fmu->block[TIME] = t;
    const double value = asked(fmu, laws, 0.0)[number];
    fmu->block[TIME] = now;
    return value;
}

/* Where a law has jumped between two times; infinite if it has changed there without a jump. */
static double jump(instance *fmu, int number, double from, double to)
{
    double before = law_at(fmu, number, from), after = law_at(fmu, number, to);
    const double whole = fabs(after - before);
    while (to - from > 0.5 * rounding_of(to, from)) {
        const double middle = 0.5 * (from + to), value = law_at(fmu, number, middle);
        if (middle <= from || middle >= to)
            break;
        if (fabs(value - before) > fabs(after - value)) {
            to = middle;
            after = value;
        } else {
            from = middle;
            before = value;
        }
    }
    return fabs(after - before) > 0.25 * whole ? to : INFINITY;
}

/* Values of all laws at a time. */
static void note_laws(instance *fmu, double t, double *values)
{
    const double now = fmu->block[TIME];
    fmu->block[TIME] = t;
    if (N_LAWS)
        memcpy(values, asked(fmu, laws, 0.0), N_LAWS * sizeof(double));
    fmu->block[TIME] = now;
}

/* How much each law changes in the whole simulation. */
static void measure_laws(instance *fmu)
{
    double low[N_LAWS + 1], high[N_LAWS + 1], values[N_LAWS + 1];
    const double t = fmu->block[TIME], apart = fmu->block[LOOK];
    note_laws(fmu, t, low);
    memcpy(high, low, sizeof high);
    for (int count = 1; N_LAWS && count <= SAMPLES; ++count) {
        note_laws(fmu, t + count * apart, values);
        for (int k = 0; k < N_LAWS; ++k) {
            low[k] = fmin(low[k], values[k]);
            high[k] = fmax(high[k], values[k]);
        }
    }
    for (int k = 0; k < N_LAWS; ++k)
        fmu->block[AT_LAWS + k] = high[k] - low[k];
}

/* When a law jumps or begins to change, or else the end of as many samples as a simulation has. */
static double next_change(instance *fmu)
{
    double last[N_LAWS + 1], values[N_LAWS + 1], usual[N_LAWS + 1];
    const double t = fmu->block[TIME], apart = fmu->block[LOOK];
    note_laws(fmu, t, last);
    for (int count = 1; count <= SAMPLES; ++count) {
        const double from = t + (count - 1) * apart, to = t + count * apart;
        double found = INFINITY;
        note_laws(fmu, to, values);
        for (int k = 0; k < N_LAWS; ++k) {
            const double change = fabs(values[k] - last[k]), still = STILL * fmu->block[AT_LAWS + k];
            const int has_begun = change > (count > 1 ? MORE * fmax(usual[k], still) : still);
            if (has_begun) {
                double at = jump(fmu, k, from, to);
                if (at == INFINITY && count > 1)
                    at = from;
                if (at - t > rounding_of(at, t))
                    found = fmin(found, at);
            }
            usual[k] = count > 1 ? fmax(change, KEPT * usual[k]) : change;
        }
        if (found < INFINITY)
            return found;
        memcpy(last, values, sizeof last);
    }
    return t + SAMPLES * apart;
}

/* The next instant at which laws of time want a solver to begin anew, as parameters and states say now. */
static double next_instant(instance *fmu)
{
    const double t = fmu->block[TIME];
    if (!N_LAWS)
        return INFINITY;
    double next = next_change(fmu);
    const double *instants = asked(fmu, laws, 0.0) + N_LAWS;
    for (int k = 0; k < N_INSTANTS; ++k)
        if (instants[k] - t > rounding_of(instants[k], t) && instants[k] < next)
            next = instants[k];
    return next;
}
