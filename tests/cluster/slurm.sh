# A real Slurm on this machine: munge, a controller, two node daemons, in a separate folder. `run` sources this file,
# as root. It ends everything that it starts.

for program in munged slurmctld slurmd sbatch squeue scontrol; do
    command -v "$program" > /dev/null || fail "$program is not here: apt-get install slurmctld slurmd slurm-client munge"
done
[ "$(id -u)" = 0 ] || fail "slurm daemons want root"

home=$desk/slurm
mkdir -p "$home"/{munge,state,spool-saut1,spool-saut2,log}
chmod 755 "$desk" "$home"
dd if=/dev/urandom of="$home/munge/key" bs=1 count=1024 2> /dev/null
chmod 700 "$home/munge"
chmod 600 "$home/munge/key"
# The folder of the socket must be accessible to users who authenticate.
mkdir -p "$home/socket"
munged --foreground --force --key-file="$home/munge/key" --socket="$home/socket/munge.socket" \
    --pid-file="$home/munge/pid" --log-file="$home/munge/log" --seed-file="$home/munge/seed" \
    > "$home/log/munged" 2>&1 &
daemons=($!)

name=$(hostname -s)
memory=$(awk '/MemTotal/ {print int($2 / 2048)}' /proc/meminfo)
cat > "$home/slurm.conf" <<CONF
ClusterName=saut
SlurmctldHost=$name(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$home/socket/munge.socket
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,sched_interval=2,requeue_delay=1
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmctldPort=16817
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd-%n.pid
SlurmdSpoolDir=$home/spool-%n
StateSaveLocation=$home/state
SlurmctldLogFile=$home/log/slurmctld
SlurmdLogFile=$home/log/slurmd-%n
SlurmdParameters=config_overrides
JobRequeue=1
MinJobAge=5
NodeName=saut1 NodeHostname=$name NodeAddr=127.0.0.1 Port=16821 CPUs=1 RealMemory=$memory
NodeName=saut2 NodeHostname=$name NodeAddr=127.0.0.1 Port=16822 CPUs=1 RealMemory=$memory
PartitionName=all Nodes=saut1,saut2 Default=YES MaxTime=60 State=UP
CONF
export SLURM_CONF=$home/slurm.conf
# The daemons look for a cgroup plugin even if none is used.
printf 'CgroupPlugin=cgroup/v1\n' > "$home/cgroup.conf"

stop_engine() { end_processes "${daemons[@]}"; }
slurmctld -D -f "$SLURM_CONF" > "$home/log/ctld.out" 2>&1 &
daemons+=($!)
for node in saut1 saut2; do
    slurmd -D -N "$node" -f "$SLURM_CONF" > "$home/log/$node.out" 2>&1 &
    daemons+=($!)
done

for _ in $(seq 60); do
    [ "$(sinfo -h -N -t idle -o %N 2> /dev/null | sort -u | wc -l)" = 2 ] && break
    sleep 1
done
[ "$(sinfo -h -N -t idle -o %N | sort -u | wc -l)" = 2 ] || {
    tail -n 20 "$home"/log/* >&2
    fail "the nodes did not come up"
}

# Waits until the queue is empty, at most ten minutes.
idle() {
    for _ in $(seq 600); do
        [ -z "$(squeue -h)" ] && return
        sleep 1
    done
    squeue >&2
    fail "the queue did not become empty"
}
