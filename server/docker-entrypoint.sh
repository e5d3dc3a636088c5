#!/bin/sh
# Gives the container's cgroup and data to the user "panel", and starts a program as that user.
set -eu

# What a service manager delegates (docs.kernel.org/admin-guide/cgroup-v2, "Model of Delegation"). Where the engine mounts it
# read-only, the panel limits sites without cgroups.
cgroup=/sys/fs/cgroup
if [ -w "$cgroup/cgroup.subtree_control" ]; then
  chown panel "$cgroup" "$cgroup/cgroup.procs" "$cgroup/cgroup.subtree_control" "$cgroup/cgroup.threads"
fi
chown panel:panel /var/lib/panel
exec setpriv --reuid=panel --regid=panel --clear-groups "$@"
