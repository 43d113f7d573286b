"""Particles under gravity: structures, vectors, random numbers, a call, atomics."""

import warp as wp


@wp.struct
class World:
    """What acts on every particle."""

    gravity: wp.vec3
    drag: float
    floor: float


@wp.func
def accelerate(world: World, velocity: wp.vec3):
    return world.gravity - velocity * world.drag * wp.length(velocity)


@wp.kernel
def step(
    world: World,
    positions: wp.array(dtype=wp.vec3),
    velocities: wp.array(dtype=wp.vec3),
    hits: wp.array(dtype=int),
    time: float,
):
    i = wp.tid()
    velocity = velocities[i] + accelerate(world, velocities[i]) * time
    position = positions[i] + velocity * time
    if position[1] < world.floor:
        position = wp.vec3(position[0], world.floor, position[2])
        velocity = wp.vec3(velocity[0], -0.5 * velocity[1], velocity[2])
        wp.atomic_add(hits, 0, 1)
    positions[i] = position
    velocities[i] = velocity


@wp.kernel
def scatter(seed: int, positions: wp.array(dtype=wp.vec3), size: float):
    i = wp.tid()
    state = wp.rand_init(seed, i)
    positions[i] = wp.sample_unit_sphere(state) * size
