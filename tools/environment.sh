# Sourced by tools/test, tools/demo, tools/build_manual and .ci/run: changes to the root of the checkout and makes
# .venv there, with ptxpy (editable) and its development tools, unless it is up to date.
# Needs nothing but Python 3.11 or newer.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Commands that start a Python load compiled modules, even where the user's shell forbids to write
# them: they lie outside the source tree. Compiling them anew takes longer than most commands.
unset PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX="$PWD/.cache/bytecode"

# What earlier runs left on disk is no part of what is tested or built.
export PTXPY_CACHE=off

find_python() {
    local candidate
    for candidate in python3.13 python3.12 python3.11 python3 python; do
        # Run it: the name may be a shim for a version that is not installed.
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "ptxpy needs Python 3.11 or newer; no python3.13, python3.12, python3.11 or python3 of such a version is on the PATH" >&2
    return 1
}

# What the environment was made from: when this changes, it is stale.
environment_key() {
    pwd
    cat pyproject.toml ptxpy/__about__.py
}

# Debian's Python has venv, and without the package python3-venv no pip for it: its own pip serves.
make_empty_environment() {
    if "$1" -c 'import ensurepip; ensurepip.version()' 2>/dev/null; then
        "$1" -m venv --clear .venv
    elif "$1" -m pip --version >/dev/null 2>&1; then
        "$1" -m venv --clear --without-pip .venv
        "$1" -m pip --python .venv/bin/python install --quiet --quiet pip >&2
    else
        echo "$1 has no pip to give to a virtual environment (Debian and Ubuntu: install python3-venv)" >&2
        return 1
    fi
}

make_environment() {
    local python
    if ! .venv/bin/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$(find_python)
        echo "making .venv with $("$python" --version)" >&2
        make_empty_environment "$python"
    fi
    echo "installing ptxpy and its development tools into .venv" >&2
    .venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check --editable '.[dev]' >&2
    environment_key >.venv/ptxpy-installed
}

if [[ "$(environment_key)" != "$(cat .venv/ptxpy-installed 2>/dev/null)" ]]; then
    make_environment
fi
