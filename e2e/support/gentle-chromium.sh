#!/bin/sh
# Chromium that gives way to whatever else wants the processor. Linux shares processors out among sessions first, and each browser is
# a session of its own: how low the priority of its starter is counts for nothing in it.
{ echo 5 > /proc/self/autogroup; } 2> /dev/null
exec nice -n 5 "$CHROMIUM" "$@"
