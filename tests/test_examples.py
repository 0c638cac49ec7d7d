"""Every example runs, and the physics it shows is right: reference numbers, closed forms, other solvers."""

from functools import reduce
from operator import getitem

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp

from tests.examples import EXAMPLES, example, numbers

pytestmark = pytest.mark.slow

LAST_DIGIT = 2.0
"""Units of the last decimal by which numbers may differ: theirs are rounded, trajectories right to one unit."""

RTOL_LINEAR = 1e-8
"""Swings of size 1e-5 differ from linear theory by a few times their size squared."""

RTOL_EVENTS = 1e-9
"""Times between events of motions that are right to about 1e-11."""

PICTURES = {
    "andrews_mechanism": ["andrews_mechanism.png"],
    "appell_hamel": ["appell_hamel.png"],
    "arm_and_obstacle": ["arm_and_obstacle.png"],
    "best_designs": ["best_designs.png"],
    "biped_gait": ["biped_gait.png"],
    "branching_chain": ["branching_chain.png"],
    "bicycle": ["bicycle.png", "bicycle_modes.png"],
    "bicycle_tree": ["bicycle_tree.png", "bicycle_tree_modes.png"],
    "bricard_linkage": ["bricard_linkage.png"],
    "car_on_springs": ["car_on_springs.png", "car_on_springs_ride.png"],
    "cart_pendulum": ["cart_pendulum.png"],
    "chaplygin_sleigh": ["chaplygin_sleigh.png"],
    "closed_chains": ["closed_chains.png"],
    "constrained_hamilton": [],
    "demo": ["demo_arm.html", "demo_arm.png", "demo_arm_curves.png", "demo_pendulum.png"],
    "double_pendulum": ["double_pendulum.png"],
    "double_wishbone": ["double_wishbone.png"],
    "energy_ellipsoid": ["energy_ellipsoid.png"],
    "five_bar_tree": ["five_bar_tree.png", "five_bar_tree_motion.png"],
    "flyball_governor": ["flyball_governor.png"],
    "four_link_chain": ["four_link_chain.png"],
    "free_body_flip": ["free_body_flip.png"],
    "from_energies": [],
    "furuta_pendulum": ["furuta_pendulum.png"],
    "geneva_drive": ["geneva_drive.png", "geneva_drive_speed.png"],
    "gyroscope": ["gyroscope.png"],
    "heavy_top": ["heavy_top.png"],
    "identification": ["identification.png"],
    "impact_mechanisms": ["impact_mechanisms.png"],
    "known_optima": ["known_optima.png"],
    "manipulator_tree": ["manipulator_tree.png", "manipulator_tree_torques.png"],
    "n_four_bar": ["n_four_bar.png"],
    "parallel_mechanism": ["parallel_mechanism.png"],
    "particle_on_a_surface": [],
    "particle_on_a_wire": ["particle_on_a_wire.png"],
    "pendulum_tree": ["pendulum_tree.png", "pendulum_tree_motion.png"],
    "pendulum_of_varying_length": ["pendulum_of_varying_length.png"],
    "planar_mechanisms": ["planar_mechanisms.png"],
    "planar_systems": ["planar_systems.png"],
    "planetary_gear": ["planetary_gear.png"],
    "rattleback": ["rattleback.png"],
    "restricted_particle": [],
    "ring_and_disc": ["ring_and_disc.png"],
    "ring_and_disc_tree": [
        "ring_and_disc_tree.png",
        "ring_and_disc_tree_error.png",
        "ring_and_disc_tree_nodes.png",
    ],
    "rolling_disc": ["rolling_disc.png"],
    "servo_constraints": ["servo_constraints.png"],
    "servo_goals": ["servo_goals.png"],
    "seven_joint_arm": ["seven_joint_arm.png"],
    "slider_crank": ["slider_crank.png"],
    "slider_crank_tree": ["slider_crank_tree.png", "slider_crank_tree_loads.png"],
    "sphere_in_a_trough": ["sphere_in_a_trough.png", "sphere_in_a_trough_quality.png"],
    "spherical_pendulum": [],
    "spring_four_bar": ["spring_four_bar.png"],
    "spring_pendulum": ["spring_pendulum.png"],
    "stationary_action": [],
    "stewart_platform": ["stewart_platform.png"],
    "struck_four_bar": [],
    "tippe_top": ["tippe_top.png"],
    "tricycle": ["tricycle.png", "tricycle_modes.png", "tricycle_scenarios.png", "tricycle_tree.png"],
    "two_blocks": ["two_blocks.png"],
    "two_link_robot": [],
    "vibrating_support": ["vibrating_support.png"],
    "worked_figures": [
        f"figures_{name}.png"
        for name in ("blocks", "drift", "energy", "impact", "obstacle", "rolling", "spacecraft", "wire")
    ],
    "woodpecker": ["woodpecker.png"],
}


# ---- every example runs


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
def test_the_example_says_something_and_writes_its_pictures(name, tmp_path, capsys, monkeypatch):
    found, main = numbers(name), example(name).main
    monkeypatch.setattr(example(name), "numbers", lambda: found)
    main(tmp_path) if PICTURES[name] else main()
    assert capsys.readouterr().out.count("\n") >= 3
    assert sorted(file.name for file in tmp_path.iterdir()) == PICTURES[name]
    assert all(file.stat().st_size > 10_000 for file in tmp_path.iterdir())


def test_the_example_of_a_kernel_and_a_loop_keeps_its_energy_and_writes_a_table(tmp_path, capsys, monkeypatch):
    module = example("first_kernel")
    # it writes beside its own file
    monkeypatch.setattr(module, "__file__", str(tmp_path / "first_kernel.py"))
    module.main()
    drift = float(capsys.readouterr().out.split("energy kept to ")[1].split()[0])
    assert drift < 1e-6
    assert (tmp_path / "results" / "double_pendulum.csv").stat().st_size > 100_000


def test_no_example_is_forgotten():
    assert {file.stem for file in EXAMPLES.glob("*.py")} - {"first_kernel"} == set(PICTURES)


# ---- reference numbers: where they are in the example's numbers, decimals, values

FACTS = {
    "four_link_chain": [
        ("inertias", 14, [0.11614583333333, 0.050859375, 0.02333333333333, 0.011435546875]),
        ("released M 0", 12, [7.332925121225, 3.757412283534, 1.441810656711, 0.299734586758]),
        ("released M 1 1", 12, 2.196795279177),
        ("released M 2 2", 12, 0.463485609414),
        ("released M 3 3", 12, 0.041435546875),
        ("released g", 12, [51.789624682965, 21.152491299222, 6.938892765379, 1.274356381669]),
        (["released", "g by Lagrange"], 12, [51.789624682965, 21.152491299222, 6.938892765379, 1.274356381669]),
        ("released a", 12, [-18.313670594289, 24.925157163904, -8.421508969533, 3.307193112571]),
        ("released energy", 12, -10.924055172260),
        ("moving M 0", 12, [6.195018397024, 2.900919877685, 1.105511312351, 0.190035674057]),
        ("moving b", 12, [-0.66356721673, -0.826638222487, 0.494431969083, 0.172398532257]),
        (["moving", "b by Lagrange"], 12, [-0.66356721673, -0.826638222487, 0.494431969083, 0.172398532257]),
        ("moving g", 12, [48.431648398933, 18.910317880218, 5.356905353466, 0.667466692678]),
        ("q 0", 12, [-0.641421481939, 0.426412984223, -0.096093902460, -0.156594078159]),
        ("q 1", 12, [-1.326341102043, 0.181107300934, 0.596360463523, 0.745549448761]),
        ("q 2", 12, [-2.207735517518, -0.739286633052, -0.108117154313, 0.017757702513]),
        ("q 3", 12, [-1.552817133505, 0.04736741371, 0.255919192117, 0.253763536775]),
    ],
    "gyroscope": [
        ("start M", 12, [[10.7185, 0.0, 0.25], [0.0, 13.395833333333, 0.0], [0.25, 0.0, 0.5]]),
        ("start g", 12, [0.0, -16.991418422251, 0.0]),
        ("start a", 12, [0.0, 1.268410706482, 0.0]),
        ("start T", 12, 0.154212568767),
        ("start V", 12, 73.575),
        ("start E", 12, 73.729212568767),
        ("start momenta", 12, [0.196349540849, 0.0, 0.392699081699]),
        ("moving M 0", 12, [12.799238147757, 0.0, 0.147760103331]),
        ("moving b", 12, [-4.510478032304, -1.100784329994, 0.367804548313]),
        (["moving", "b by Lagrange"], 12, [-4.510478032304, -1.100784329994, 0.367804548313]),
        ("moving g", 12, [0.0, -18.743701916644, 0.0]),
        ("q 0", 12, [0.000801347782, -0.362753835833, 0.392366464820]),
        ("q 1", 12, [0.006028304473, 0.140615198994, 0.784617219365]),
        ("q 2", 12, [0.257704678853, 2.020080097149, 1.807084332403]),
        ("q 3", 12, [0.318396464874, 2.278184492243, 4.192270428703]),
        # to 20 digits by Taylor series (mpmath); the reference ends in …315 and …286 here, of order 8 at 1e-12
        ("q 4", 12, [0.885225043312, 3.349860213696, 8.626559231283]),
        (["canonical q(5)"], 12, [0.318396464874, 2.278184492243, 4.192270428703]),
        (["canonical Euler q(1)", 1e-3], 12, [0.006009068275, 0.139827755782, 0.784614385276]),
        (["canonical Euler q(1)", 5e-4], 12, [0.006018681204, 0.140221439209, 0.784615797995]),
    ],
    "energy_ellipsoid": [
        (["centre moments"], 12, [0.121875, 0.121875, 0.16875]),
        (["centre half-axes"], 12, [4.050957468335, 4.050957468335, 3.442651863295]),
        (["tip moments"], 12, [0.16875, 0.684375, 0.684375]),
        (["tip half-axes"], 12, [3.442651863295, 1.709495372683, 1.709495372683]),
        (["kinetic energy"], 12, 1.0),
    ],
    "branching_chain": [
        ("M 0", 12, [3.523427812354, 0.420925288995, 0.654868191733, 0.116506980725]),
        ("M 1", 12, [0.420925288995, 0.18, 0.0, 0.0]),
        ("M 2", 12, [0.654868191733, 0.0, 0.448992482434, 0.10907957455]),
        ("M 3", 12, [0.116506980725, 0.0, 0.10907957455, 0.04]),
        ("b", 12, [-3.029280528824, -0.20292857148, -0.031074568496, 0.170451318858]),
        ("g", 12, [34.295137439307, 4.066023758026, 0.707783162566, -0.334327882341]),
        ("a", 12, [-13.941368198134, 11.139884729078, 23.604014378559, -19.664314166572]),
    ],
    "stationary_action": [
        ("oscillator action", 12, 0.227324356706),
        ("oscillator slope", 12, 0.0),
        ("oscillator growth", 11, 2.21740110027),
        ("pendulum slope", 9, 0.0),
    ],
    "two_link_robot": [
        *(
            fact
            for principle in ("d'Alembert", "Lagrange", "Lagrange by hand")
            for fact in (
                (
                    ["planar", principle, "M"],
                    12,
                    [[1.825105786323, 0.426784663995], [0.426784663995, 0.185859375]],
                ),
                (["planar", principle, "b"], 12, [0.0, -0.20292857148]),
                (["planar", principle, "g"], 12, [22.106836852796, 4.066023758026]),
                (["planar", principle, "a"], 12, [-15.662357162085, 15.180071773288]),
            )
        ),
        ("planar energies T", 12, 0.430702315172),
        ("planar energies V", 12, 3.861590190523),
        ("planar Hamilton p", 12, [0.971536458333, 0.055065913995]),
        ("planar Hamilton H", 12, 4.292292505695),
        (["planar", "Hamilton", "p rate"], 12, [-22.106836852796, -4.268952329506]),
        (["planar", "Hamilton", "q rate"], 12, [1.0, -2.0]),
        *(
            fact
            for principle in ("d'Alembert", "Lagrange")
            for fact in (
                (["spatial", principle, "M"], 12, [[1.752834566070, 0.0], [0.0, 0.185859375]]),
                (["spatial", principle, "b"], 12, [-1.154927949692, -0.288731987423]),
                (["spatial", principle, "g"], 12, [0.0, -3.376395835767]),
            )
        ),
    ],
    "particle_on_a_surface": [
        ("start rates", 8, [-7.49704654, -0.04995834, -6.10003723]),
        ("start force", 8, [-2.27254743, 0.0, 2.84068429]),
        ("end coordinates", 10, [0.5900092219, 7.4057462262, 1.6948887624]),
        ("end speeds", 10, [2.1632437957, 1.0721029634, 3.6664575997]),
        ("energy", 10, 17.8391320467),
        (["angular momentum"], 10, 1.2553731591),
    ],
    "restricted_particle": [
        (["left alone"], 10, [1.1064874157, 1.8798034327, 3.5, 0.0614295117, 0.2150032909, 0.3]),
        ("pushed", 10, [2.0425560102, 3.7545554237, 2.1432675629, 0.5989072014, 0.8041562406, 0.1082151451]),
    ],
    "particle_on_a_wire": [
        (["released", "start accelerations"], 8, [-2.30769231, 0.66617339]),
        (["released", "start force"], 8, [0.69230769, 2.39822420]),
        ("released end", 10, [0.6391556610, 0.9475600299, -1.2507684376, 0.2109195466]),
        ("released force", 10, [0.2983611982, 1.7693038688]),
        ("thrown end", 9, [1.999974062, 0.005092905, 0.018362600, -1.802739670]),
        ("thrown force", 9, [-1.499786040, -0.015276733]),
        ("thrown energy", 11, 7.875),
    ],
    "appell_hamel": [
        *(
            fact
            for wording in ("linear", "squared")
            for fact in (
                (f"{wording} start a", 10, [-5 / 26, 1.3662068966, -3.6337931034, 0.0384615385, -0.6831034483]),
                (f"{wording} start force", 8, [-25.19230769, 1.36620690, 3.19724138, 5.03846154, 9.12689655]),
                (f"{wording} q 0", 9, [0.875124914, 1.631845501, -0.417759763, 4.618707983, 29.184077250]),
                (f"{wording} q 1", 9, [1.454184398, 4.317075317, -2.095442540, 8.221015412, 27.841462341]),
                (f"{wording} q 2", 9, [1.993552285, 16.949343624, -8.077183821, 19.858965477, 21.525328188]),
                (f"{wording} q 3", 9, [2.027929567, 51.635845388, -23.395739009, 50.981358619, 4.182077306]),
                (f"{wording} u 0", 9, [0.730653133, 2.209016019, -1.388572292, 4.037074284, -1.104508010]),
                (f"{wording} u 1", 9, [0.435959124, 3.121868131, -1.801769052, 3.354280528, -1.560934066]),
                (f"{wording} u 2", 9, [0.038408013, 5.245486814, -2.327227053, 4.704893787, -2.622743407]),
                (f"{wording} u 3", 9, [0.000048693, 8.628722231, -3.808742475, 7.742630571, -4.314361116]),
                (f"{wording} energy", 10, 359.975),
            )
        ),
        ("landing", 8, [10.935061558, -27.08770001, 58.48659055]),
    ],
    "pendulum_of_varying_length": [
        ("period", 12, 2.379695370856),
        ("state", 10, [0.4354191608, 0.8104101544, -3.0071017060, 2.6186994023]),
    ],
    "ring_and_disc": [
        ("steady angle", 12, np.arcsin(0.6)),
        ("steady a ring.x", 7, 4.0273973),
        ("steady a disc.x", 7, 4.0273973),
        ("steady slope θ", 7, -6.9325051),
        ("steady slope ring.x", 7, -0.3882203),
        ("steady slope ring.angle", 7, 0.3882203),
        ("steady slope disc.x", 7, 4.2704232),
        ("steady slope disc.y", 7, 1.3587710),
        ("steady slope disc.angle", 7, -14.8817777),
        ("steady frequency", 7, 2.6329651),
        ("deviations 0", 6, [0.810008, -1.255767, 0.071919, -2.690394]),
        ("deviations 1", 6, [0.228206, -0.721574, 0.035023, -1.566929]),
        ("deviations 2", 6, [0.883813, 1.173401, -0.067468, 2.513041]),
        ("deviations 3", 6, [1.143761, -0.382557, 0.021668, -0.820406]),
        (["linear deviations", 0], 6, [0.775229, -1.334276, 0.074719, -2.864245]),
        (["linear deviations", 1], 6, [0.186183, -0.671358, 0.037596, -1.441181]),
        (["linear deviations", 2], 6, [0.918759, 1.172746, -0.065674, 2.517495]),
        (["linear deviations", 3], 6, [1.076102, -0.776667, 0.043493, -1.667245]),
        ("range", 6, [0.146795, 1.167100]),
        ("period", 3, 2.439),
        ("angles 0", 4, [7.4784, 14.8220, 21.8691, 28.3931, 34.0398, 38.2132]),
        ("angles 1", 4, [7.6853, 15.2445, 22.5253, 29.3124, 35.2629, 39.7852]),
        ("angles 2", 4, [8.1652, 16.2262, 24.0557, 31.4691, 38.1612, 43.5736]),
        ("angles 3", 4, [8.5580, 17.0315, 25.3164, 33.2588, 40.5965, 46.8264]),
        ("angles 4", 4, [9.4684, 18.9038, 28.2643, 37.4859, 46.4521, 54.9142]),
        ("frequencies 0", 4, [3.0362, 2.9797, 2.8865, 2.7581, 2.5983, 2.4152]),
        ("frequencies 1", 4, [3.1686, 3.1079, 3.0074, 2.8684, 2.6939, 2.4913]),
        ("frequencies 2", 4, [3.5582, 3.4859, 3.3654, 3.1972, 2.9827, 2.7265]),
        ("frequencies 3", 4, [4.0132, 3.9282, 3.7863, 3.5868, 3.3295, 3.0160]),
        ("frequencies 4", 4, [6.6087, 6.4592, 6.2077, 5.8502, 5.3795, 4.7837]),
    ],
    "slider_crank": [
        (
            "start accelerations",
            12,
            [
                *(11.545093128807, -11.545093128807, -16.327227281619),
                *(34.635279386421, -11.545093128807, 16.327227281619),
            ],
        ),
        # theirs are M q̈ + Ψᵀ λ = F with λ = (1.05…, 11.5…, −12.6…, −9.81, 13.2…); ours are forces on the child
        (["start", "force at B"], 12, [1.056635623731, 11.545093128807]),
        (["start", "force at A"], 12, [12.601728752538, 9.81]),
        (["start", "force of the guide"], 12, -13.280186257614),
        ("crank", 12, [0.711898309032, 0.421626764843, -0.252366585579, -0.575870053561]),
    ],
    "andrews_mechanism": [
        (["start accelerations"], 9, [14222.443919954114, -10666.832939965585, 0.0, 0.0, 0.0, 0.0, 0.0]),
        (["start multipliers"], 12, [98.566870396241, -6.122688344256, 0.0, 0.0, 0.0, 0.0]),
        # the reference itself is right to about ten digits in the angles, and to seven in what depends on rates
        (
            "angles",
            9,
            [15.810771196, -15.756371060, 0.040822240, -0.534730116, 0.524409966, 0.534730116, 1.048080741],
        ),
        (
            "speeds",
            6,
            [1139.920302, -1424.379295, 11.032912, 19.293375, 0.573570, -19.293375, 0.323179],
        ),
        ("multipliers", 4, [199.1753, -29.7553, 23.0665, 31.4527, 22.6425, 11.6174]),
    ],
    "parallel_mechanism": [
        (
            "accelerations",
            10,
            [
                *(-16.1816303491, 32.8248997587, 12.6453578723, -17.9044907775, 3.5362724768, -14.9204089812),
                *(-4.6340232061, -7.1345454545, 0.0),
            ],
        ),
        ("condition", 8, 2.44306058),
        (
            ["mass at the pins"],
            10,
            [0.1703045175, 0.5389256364, 0.4592282721, 0.2500018819, 0.4343124413, 0.2749177127],
        ),
        (["platform alone", "M"], 10, np.diag([5.5, 5.5, 9.6934676032])),
        (["platform alone", "g"], 10, [25.4871276334, 39.24, 0.0]),
        # theirs are M q̈ = f + Φᵀ λ with φ from platform to arm: forces on the arms, as ours
        (
            ["forces at the start"],
            10,
            [0.8758107657, -2.8226611843, 0.2069471293, 0.6528562202, 3.5512653111, -0.5056495813],
        ),
        (
            "forces 1",
            10,
            [-2.1223195096, 2.3572442163, -1.2525822364, -1.9548965755, 4.7542652064, -4.2498835535],
        ),
        (
            "forces 3",
            10,
            [-7.56015576, 3.2312003646, 0.5127188386, 3.7666590794, 3.5011961865, -9.9406318273],
        ),
        ("platform 0", 10, [-0.0234075923, 2.1279317751, -0.0022807761]),
        ("platform 1", 10, [-0.0931862888, 2.0112690265, -0.0330695939]),
        ("platform 2", 10, [-0.1666666252, 1.8295546666, -0.1510430810]),
        ("platform 3", 10, [-0.1905560314, 1.5725536261, -0.3675145243]),
        ("platform 4", 10, [-0.1777403644, 1.2555802119, -0.6783312855]),
        (
            "q 1",
            10,
            [
                *(0.5094712454, 1.0783852988, 3.1477533920, 0.1407126849, -1.2321841883, 0.2100358754),
                *(-0.0931862888, 2.0112690265, -0.0330695939),
            ],
        ),
        (
            "u 1",
            10,
            [
                *(-2.395599466, 4.7722966652, 2.8723884399, -4.2459936913, 0.7479667131, -3.0177994184),
                *(-0.8741670471, -1.5269213019, -0.6374136614),
            ],
        ),
        (["stabilized", 1e-3, "platform"], 10, [-0.0932381168, 2.0111919199, -0.0329830019]),
    ],
    "stewart_platform": [
        ("leg", 9, [0.343316804, -0.614217127, 1.039589663]),
        ("held motors", 9, [12.648091466] * 6),
        ("held ball", 9, [7.561360921, 3.609179716, -6.54]),
        (["held with light legs", "motors"], 9, [8.498645498] * 6),
        ("released 2", 9, -10.337109918),
        (["leg released"], 9, [4.095674486, -5.396181001, -7.9547616]),
        ("pose", 9, [0.074134236, -0.048340803, 0.798337246, 0.217905471, 0.079707199, -0.152096704]),
    ],
    "planar_systems": [
        # theirs are M q̈ + Ψᵀ λ = F, so their multipliers have the other sign
        ("pendulum a", 12, [-1.85979854019, -0.242370800184, -3.463636363636]),
        ("pendulum multipliers", 12, [-3.719597080381, 19.135258399631]),
        ("pendulum angle", 12, [-1.931082643442, -3.008974232006, -0.525869347242]),
        (["mass on a spring", "place"], 12, 0.259733143966),
        (["mass on a spring", "force of the rail"], 12, 0.0),
        (["mass on a spring", "moment of the rail"], 12, -0.378401247654),
        (["bob on a string", "a"], 12, [-6.247854605563, 1.011601615138, 0.0]),
        # their row is d·d − l², ours that divided by 2 l
        (["bob on a string", "multipliers"], 12, [-12.495709211125]),
    ],
    "closed_chains": [
        ("slider-crank a", 12, [-2.560753175473, 5.121506350946]),
        ("slider-crank multipliers", 12, [7.249246824527]),
        ("fall angle", 12, [0.966919924722, 0.664456839470, -0.360141673503, -1.460832869578]),
        ("fall guide 0", 10, 6.9647196357),
        # by Taylor series (mpmath); the reference ends in …468 here, and in …238 where it should be …246
        ("fall guide 1", 12, 4.019499654463),
        ("fall guide 2", 10, 18.297625702246),
        ("four-bar a", 12, [-6.54, 6.54, -6.54]),
        ("four-bar multipliers", 12, [5.53880614075, 11.228493649054]),
        (["long slider", "a"], 12, [-1.110903810568, 2.221807621135, -1.110903810568]),
        (["long slider", "multipliers"], 12, [18.509096189432, -4.349548094716]),
    ],
    "constrained_hamilton": [
        ("Lagrange a", 12, [-2.560753175473, 5.121506350946]),
        ("Lagrange multiplier", 12, 7.249246824527),
        ("Lagrange p", 12, [0.5, -0.25]),
        ("Lagrange determinant", 12, 0.25),
        ("start H", 12, 8.745709211125),
        ("rank", 12, 4),
        *(
            fact
            for form in ("differentiated", "by impulses", "by brackets")
            for fact in (
                ([form, "multiplier"], 10, 7.2492468245),
                # steps of order four, in which the rows are left to drift
                ([form, "angle"], 10, [0.966919924722, 0.664456839470, -0.360141673503, -1.460832869578]),
                ([form, "force", 0], 9, 6.9647196357),
                ([form, "force", 1], 9, 4.019499654463),
                ([form, "force", 2], 8, 18.297625702246),
            )
        ),
    ],
}


def _cases():
    cases = []
    for name, facts in FACTS.items():
        for where, decimals, expected in facts:
            path = (
                [int(key) if key.isdecimal() else key for key in where.split()]
                if isinstance(where, str)
                else where
            )
            label = f"{name}: {' '.join(map(str, path))}"
            cases.append(pytest.param(name, path, decimals, expected, id=label))
    return cases


@pytest.mark.parametrize(("name", "path", "decimals", "expected"), _cases())
def test_the_number_is_that_of_the_reference(name, path, decimals, expected):
    value = reduce(getitem, path, numbers(name))
    np.testing.assert_allclose(value, expected, rtol=0.0, atol=LAST_DIGIT * 10.0**-decimals)


# ---- principles


@pytest.mark.covers("F001-6")
@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("four_link_chain", ["moving", "b"], ["moving", "b by Lagrange"]),
        ("gyroscope", ["moving", "b"], ["moving", "b by Lagrange"]),
        ("two_link_robot", ["spatial", "d'Alembert", "b"], ["spatial", "Lagrange", "b"]),
    ],
)
def test_bias_by_dalembert_and_by_lagrange_agree(name, first, second):
    one, other = (reduce(getitem, path, numbers(name)) for path in (first, second))
    np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


# ---- four links


@pytest.mark.covers("F001-10")
def test_the_simple_stepper_does_exactly_its_steps_and_has_order_one():
    found = numbers("four_link_chain")
    expected = [-1.327060367078, 0.179573764481, 0.601190052558, 0.748287190732]
    np.testing.assert_allclose(found["simple steps"][1e-3], expected, rtol=0.0, atol=LAST_DIGIT * 1e-12)
    errors = [found["errors of simple steps"][step] for step in (1e-3, 5e-4, 2.5e-4)]
    np.testing.assert_allclose(errors, [4.83e-3, 2.40e-3, 1.20e-3], rtol=0.0, atol=0.5e-5)
    np.testing.assert_allclose(np.log2(np.divide(errors[:-1], errors[1:])), 1.0, atol=0.01)


@pytest.mark.covers("F001-19")
@pytest.mark.parametrize(
    ("name", "drift"),
    [
        ("double_pendulum", 1e-8),
        ("four_link_chain", 1e-12),
        ("free_body_flip", 1e-10),
        ("gyroscope", 1e-12),
        ("heavy_top", 1e-11),
        ("seven_joint_arm", 1e-10),
        ("spring_pendulum", 1e-9),
    ],
)
def test_energy_is_constant_without_inputs(name, drift):
    assert numbers(name)["energy drift"] < drift


# ---- gyroscope, branching chain, ellipsoid


@pytest.mark.covers("F001-30")
def test_momenta_of_cyclic_coordinates_are_constant():
    turn, tilt, spin = numbers("gyroscope")["drift of momenta"]
    assert turn < 2e-11
    assert spin < 2e-12
    assert tilt > 10.0


@pytest.mark.covers("F001-5")
def test_mass_matrix_is_symmetric_definite_and_zero_between_branches():
    found = numbers("branching_chain")
    np.testing.assert_array_equal(found["M"], found["M"].T)
    assert np.linalg.eigvalsh(found["M"]).min() > 0.0
    expected = np.zeros((4, 4), dtype=bool)
    expected[1, 2:] = expected[2:, 1] = True
    np.testing.assert_array_equal(found["zeros"], expected)


@pytest.mark.covers("F001-22")
def test_angular_velocity_of_a_free_cone_stays_on_the_ellipsoid_of_its_principal_axes():
    found = numbers("energy_ellipsoid")
    np.testing.assert_allclose(found["centre half-axes"], np.sqrt(2.0 / found["centre moments"]), rtol=1e-15)
    assert found["off the ellipsoid"] < 1e-11
    # the last principal axis, that of the largest moment about the centre, is the cone's own
    np.testing.assert_allclose(np.abs(found["axes"][:, 2]), [0.0, 0.0, 1.0], atol=1e-15)


@pytest.mark.covers("F001-21")
def test_action_is_stationary_at_the_motion_and_grows_with_the_square_of_a_variation():
    oscillator, pendulum = (numbers("stationary_action")[name] for name in ("oscillator", "pendulum"))
    assert oscillator["action"] == pytest.approx(np.sin(2.0) / 4.0, rel=1e-13)
    assert oscillator["growth"] == pytest.approx((np.pi**2 - 1.0) / 4.0, rel=1e-10)
    assert abs(pendulum["slope"]) < 1e-9
    assert pendulum["growth"] > 0.0


# ---- identification


def test_what_is_identified_lies_within_its_deviations_of_the_truth():
    found = numbers("identification")
    assert found["fit"].converged
    assert max(map(abs, (*found["off"].values(), *found["off base"].values()))) < 3.0
    assert found["bicycle"] == pytest.approx({"m": 85.033, "h": 0.90096, "Jx": 9.1996, "Jz": 2.7900}, rel=1e-4)
    assert found["lower mass"] == pytest.approx(1.2, rel=0.01)


# ---- from energies


@pytest.mark.slow
def test_what_is_typed_moves_by_its_closed_forms():
    found = numbers("from_energies")
    sound, sleigh, motor = found["microphone"], found["sleigh"], found["motor"]
    assert sound["second mode"] == pytest.approx(sound["second mode, closed"], abs=1e-10)
    assert sleigh["speed"] == pytest.approx(sleigh["speed, closed"], rel=RTOL_EVENTS)
    assert motor["angle"] == pytest.approx(motor["angle, closed"], rel=RTOL_EVENTS)
    assert motor["tooth"] == pytest.approx(0.1, rel=RTOL_EVENTS)
    assert max(sound["energy drift"], sleigh["energy drift"]) < 1e-8


# ---- double pendulum


def textbook_double_pendulum(t, x):
    """Point masses m = l = 1; the textbook's angles are both from the vertical, ours are relative."""
    a, b, ua, ub = x[0], x[0] + x[1], x[2], x[2] + x[3]
    M = np.array([[2.0, np.cos(a - b)], [np.cos(a - b), 1.0]])
    f = [-np.sin(a - b) * ub**2 - 2 * 9.81 * np.sin(a), np.sin(a - b) * ua**2 - 9.81 * np.sin(b)]
    first, second = np.linalg.solve(M, f)
    return [x[2], x[3], first, second - first]


def textbook_swing(until):
    start = [np.pi / 2, np.pi / 2, 0.0, 0.0]
    return solve_ivp(textbook_double_pendulum, (0.0, until), start, method="DOP853", rtol=1e-12, atol=1e-13).y[
        :2, -1
    ]


def test_small_swings_have_the_frequencies_of_linear_theory():
    found = numbers("double_pendulum")
    for name, factor in (("slow frequency", 2.0 - np.sqrt(2.0)), ("fast frequency", 2.0 + np.sqrt(2.0))):
        assert found[name] == pytest.approx(np.sqrt(9.81 * factor), rel=RTOL_LINEAR)


@pytest.mark.covers("F002-17")
@pytest.mark.parametrize(
    "method",
    ["RK4", "Kutta–Merson", "Gauss, order 4", "Dormand–Prince 5(4)", "order 8(5,3)", "SciPy on our rates"],
)
def test_the_swing_is_that_of_the_textbook_by_every_method(method):
    module = example("double_pendulum")
    if method in module.METHODS:
        end = module.swing(3.0, module.METHODS[method]).states[-1, :2]
    else:
        F = module.right_hand_side()
        end = solve_ivp(F, (0.0, 3.0), [np.pi / 2, np.pi / 2, 0.0, 0.0], rtol=1e-10, atol=1e-12).y[:2, -1]
    # three seconds of this swing magnify errors of 1e-10 a hundredfold
    np.testing.assert_allclose(end, textbook_swing(3.0), atol=1e-7)


def test_neighbouring_swings_separate():
    assert numbers("double_pendulum")["spread"] > 0.1


# ---- spring pendulum


def test_swing_and_bounce_have_their_frequencies():
    found = numbers("spring_pendulum")
    assert found["swing frequency"] == pytest.approx(np.sqrt(9.81), rel=RTOL_LINEAR)
    assert found["bounce frequency"] == pytest.approx(2.0 * np.sqrt(9.81), rel=RTOL_LINEAR)


def test_the_exchange_is_that_of_the_equations_in_polar_coordinates():
    k, l0, g = 3.0 * 9.81 / 0.75, 0.75, 9.81

    def rates(t, x):
        r, angle, v, w = x
        return [v, w, r * w**2 + g * np.cos(angle) - k * (r - l0), (-g * np.sin(angle) - 2.0 * v * w) / r]

    start = [np.hypot(0.005, 0.9), np.arctan2(0.005, 0.9), 0.0, 0.0]
    r, angle = solve_ivp(rates, (0.0, 60.0), start, method="DOP853", rtol=1e-12, atol=1e-14).y[:2, -1]
    end = numbers("spring_pendulum")["position at the end"]
    np.testing.assert_allclose(end, [r * np.sin(angle), -r * np.cos(angle)], atol=1e-8)


def test_the_swing_takes_all_the_energy_of_the_bounce():
    # ½ k y² = ½ m g l θ² for y = 0.1: to second order in small things
    assert numbers("spring_pendulum")["widest swing"] == pytest.approx(np.degrees(0.2), rel=0.02)


# ---- arm


@pytest.mark.covers("F001-9")
def test_accelerations_of_the_driven_arm_follow_from_mass_matrix_forces_and_inputs():
    found = numbers("seven_joint_arm")
    np.testing.assert_allclose(found["a"], found["a from M"], rtol=1e-11)


def test_motors_hold_the_arm_against_the_weights_beyond():
    module, found = example("seven_joint_arm"), numbers("seven_joint_arm")

    def turned(axis, angle):
        c, s = np.cos(angle), np.sin(angle)
        return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]] if axis == "z" else [[c, 0, s], [0, 1, 0], [-s, 0, c]])

    R, p, moment = np.eye(3), np.zeros(3), np.zeros(3)
    for name, axis, length, _, mass in module.LINKS:
        R = R @ turned(axis, module.BENT[name])
        if name == "shoulder":
            pivot, direction = p, R[:, 1]
        if name != "base":
            moment += np.cross(p + R[:, 2] * length / 2 - pivot, [0.0, 0.0, -9.81 * mass])
        p = p + R[:, 2] * length
    assert found["shoulder torque"] == pytest.approx(-moment @ direction, rel=1e-12)
    assert found["held acceleration"] < 1e-11


def test_energy_of_the_pushed_arm_grows_by_the_work_of_its_motors():
    found = numbers("seven_joint_arm")
    assert found["work"] > 10.0
    assert found["energy minus work"] < 1e-9 * found["work"]


# ---- free body


def test_the_governor_lifts_by_the_closed_form_from_its_critical_speed_on():
    found = numbers("flyball_governor")
    assert found["angles"] == pytest.approx(found["closed form"], abs=1e-9)
    assert found["critical"] == pytest.approx([example("flyball_governor").CRITICAL], abs=1e-9)
    assert found["wobble"] < 1e-8


def test_the_box_flips_as_the_elliptic_functions_say():
    found = numbers("free_body_flip")
    J = 2.0 / 12.0 * np.array([0.2**2 + 0.1**2, 0.1**2 + 0.3**2, 0.3**2 + 0.2**2])
    spin = found["spin"][0]
    energy, momentum = J @ spin**2, (J * spin) @ (J * spin)
    # the momentum circles the axis of the largest moment
    assert momentum > energy * J[1]
    n = np.sqrt((J[2] - J[1]) * (momentum - energy * J[0]) / J.prod())
    m = (J[1] - J[0]) * (energy * J[2] - momentum) / ((J[2] - J[1]) * (momentum - energy * J[0]))
    size = np.sqrt((energy * J[2] - momentum) / (J[1] * (J[2] - J[1])))

    gap = float(2 * mpmath.ellipk(m) / n)
    assert found["time between flips"] == pytest.approx(gap, rel=1e-12)
    assert len(found["flips"]) >= 4
    np.testing.assert_allclose(np.diff(found["flips"]), gap, rtol=RTOL_EVENTS)
    first = found["flips"][0]
    expected = [-size * float(mpmath.ellipfun("sn", n * (t - first), m=m)) for t in found["times"][::50]]
    np.testing.assert_allclose(found["spin"][::50, 1], expected, atol=1e-8)


def test_flips_are_as_far_apart_if_the_momentum_circles_the_axis_of_the_smallest_moment():
    module = example("free_body_flip")
    spin = (0.02, 5.0, 0.01)
    flips = [event.t for event in module.tumble(spin).events]
    np.testing.assert_allclose(np.diff(flips), module.time_between_flips(spin), rtol=RTOL_EVENTS)


def test_angular_momentum_of_the_box_is_constant_in_space():
    assert numbers("free_body_flip")["momentum drift"] < 1e-9


def test_spins_about_the_outer_axes_are_stable():
    assert min(numbers("free_body_flip")["stable spins"]) > 0.9999


# ---- top


def test_the_top_precesses_steadily_at_the_rates_of_the_closed_form():
    found = numbers("heavy_top")
    J3, J = 0.5 * 0.1**2 / 2.0, 0.5 * (3.0 * 0.1**2 + 0.02**2) / 12.0 + 0.5 * 0.15**2
    root = np.sqrt((J3 * 150.0) ** 2 - 4.0 * J * np.cos(np.radians(30.0)) * 0.5 * 9.81 * 0.15)
    expected = (J3 * 150.0 + np.array([-root, root])) / (2.0 * J * np.cos(np.radians(30.0)))
    np.testing.assert_allclose(found["steady rates"], expected, rtol=1e-12)
    np.testing.assert_allclose(found["measured rates"], expected, rtol=1e-9)
    assert found["nodding of the steady ones"] < 1e-9


def test_quaternion_and_angles_give_the_same_motion_of_the_top():
    found = numbers("heavy_top")
    assert found["difference"] < 1e-10
    assert found["length of the quaternion"] < 1e-14


# ---- cart


def test_the_furuta_pendulum_is_held_by_what_its_linear_equations_give():
    found = numbers("furuta_pendulum")
    linear, K = found["linear"], found["gains"]
    assert found["open"].growing == 1 and found["closed"].is_asymptotically_stable
    closed = np.linalg.eigvals(linear.A - linear.B @ K)
    assert np.sort_complex(found["closed"].values) == pytest.approx(np.sort_complex(closed), rel=1e-9)
    assert abs(found["motion"]["tilt"][-1]) < 1e-4 and abs(found["motion"]["arm"][-1]) < 1e-4


def test_the_cart_moves_by_the_textbook():
    found = numbers("cart_pendulum")
    np.testing.assert_allclose(found["accelerations"], found["closed form"], rtol=1e-13)


def test_the_upright_rod_falls_at_the_rate_of_linear_theory():
    found = numbers("cart_pendulum")
    rate = found["falling rate"]
    np.testing.assert_allclose(np.sort(found["linear rates"].real), [-rate, 0.0, 0.0, rate], atol=1e-7)
    assert found["growth"] == pytest.approx(rate, rel=1e-9)


def test_feedback_catches_the_rod():
    found = numbers("cart_pendulum")
    assert found["tilt after balancing"] < 1e-3
    assert found["largest excursion"] < 1.0
