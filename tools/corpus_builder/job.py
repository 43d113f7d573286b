"""The unit of work: one PTX file and the command that makes it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Job:
    """One PTX file of the corpus.

    A job without `argv` stands for a file that is written by hand: nothing is
    run, and the file must already lie at its place under `corpus/`.
    """

    output: str
    """Path below `corpus/`, or below the extended root; starts with the producer's name."""
    source: str
    """Path below the repository, or the file inside the published package."""
    arch: str
    """Architecture as PTX spells it: `sm_90a`."""
    argv: tuple[str, ...]
    """Run in the repository root, after these are filled in: `{python}`, the
    environment's interpreter; `{output}`, the absolute path to write; `{site}`,
    the environment's site-packages, relative to the repository root so that
    no path of this machine gets into debug information."""
    command: str
    """What a person would type, without any path of this machine."""
    extended: bool = False
    """Built only with `--extended`, into the cache instead of `corpus/`."""
    environment: str = ""
    """Key of the producer's `ENVIRONMENTS`; empty for its `REQUIREMENTS`."""
    version: str = ""
    """Version of the producer; empty for that of the environment's first requirement."""

    @property
    def part(self) -> str:
        """Which half of the corpus the file belongs to."""
        return "extended" if self.extended else "committed"
