# Shared by the commands beside it: makes .venv in the checkout and keeps it as constraints.txt says.
# Use: source setup.sh; setup EXTRAS (comma-separated). A second start finds its stamp and does nothing.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
venv="$root/.venv"

tell() { printf '\033[2m· %s\033[0m\n' "$*" >&2; }

# What Debian ships as packages of their own: add them, and say so.
debian_packages() {
    command -v apt-get >/dev/null || { echo "This needs $*: please install it and run again." >&2; exit 1; }
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        # Only a person at a terminal can be asked for a password.
        as_root=(sudo)
        [ -t 0 ] && [ -t 2 ] || as_root+=(--non-interactive)
    fi
    tell "installing from Debian: $*"
    "${as_root[@]}" apt-get update -qq >&2 </dev/null
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null </dev/null
}

# The Python to use: $PYTHON, else the first that is new enough.
find_python() {
    local candidate
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "Wonderland needs Python 3.11 or newer; found: $(python3 --version 2>&1)." >&2
    return 1
}

# All that the web app is made of, one after the other: when it changes, it is built anew.
web_sources() {
    find web src/wonderland/messages src/wonderland/games -type f \
        -not -path '*/node_modules/*' -not -path 'web/src/messages/*' -not -name '*.py*' -print0 |
        sort -z | xargs -0 cat hatch_build.py
}

setup() {
    local extras=$1 python stamp wanted
    # One stamp a set of extras: what was installed for the tests does not make `play` install again.
    stamp="$venv/.installed-${extras:-base}"
    wanted=$(cat pyproject.toml constraints.txt <(web_sources) | cksum)
    if [ -x "$venv/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
        return
    fi
    if ! [ -x "$venv/bin/python" ]; then
        python=$(find_python) || exit 1
        "$python" -c 'import ensurepip, venv' 2>/dev/null || debian_packages python3-venv
        tell "making the virtual environment .venv with $("$python" --version)"
        "$python" -m venv "$venv"
    fi
    tell "installing what Wonderland needs (a minute the first time)"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
        --constraint constraints.txt --editable ".${extras:+[$extras]}" >&2 </dev/null || return
    echo "$wanted" >"$stamp"
}

# Whether the machine has a node that will do; hatch_build.py asks the same before it builds the web app.
machine_has_node() {
    command -v npm >/dev/null && node -e '
        const [major, minor] = process.versions.node.split(".").map(Number);
        process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)' 2>/dev/null
}

# What the tests need besides: node (the machine's, else PyPI's) and the web app's own tools. Use: setup_tests [EXTRA …].
setup_tests() {
    local extras=test extra
    machine_has_node || extras=test,node
    for extra; do extras+=,$extra; done
    setup "$extras"
    export PATH="$venv/bin:$PATH"
    [ -d web/node_modules ] || (cd web && npm ci --no-audit --no-fund --silent </dev/null)
}

# Whether a program is there: the environment variable $1 says where, or it has one of the names that follow.
has_program() {
    local variable=$1 name
    [ -z "${!variable:-}" ] || return 0
    for name in "${@:2}"; do
        command -v "$name" >/dev/null && return
    done
    return 1
}

has_chromium() { has_program WONDERLAND_CHROMIUM chromium chromium-browser google-chrome; }

# A browser, where there is none.
setup_chromium() { has_chromium || debian_packages chromium; }

# The three browsers of the tests, where they are missing; WebKit wants a screen, if only in memory.
setup_browsers() {
    local missing=()
    has_chromium || missing+=(chromium)
    has_program WONDERLAND_FIREFOX firefox-esr firefox || missing+=(firefox-esr)
    has_program WONDERLAND_WEBKIT_DRIVER WebKitWebDriver || missing+=(webkit2gtk-driver)
    has_program WONDERLAND_XVFB Xvfb || missing+=(xvfb)
    [ ${#missing[@]} -eq 0 ] || debian_packages "${missing[@]}"
}
