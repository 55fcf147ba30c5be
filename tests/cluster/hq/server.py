"""A HyperQueue server with two single-core workers, which submits the jobs that it receives from `hq`.

The wheel has server, workers and client, but not the program `hq`. The client must be in the same process
as the cluster, so `hq` writes each job to a file, which this server reads. A file `stop` ends the server.
"""

import json
import os
import pathlib
import time

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

home = pathlib.Path(os.environ["HYPERQUEUE_HOME"])
with LocalCluster() as cluster:
    for _ in range(2):
        cluster.start_worker(WorkerConfig(cores=1))
    client = cluster.client()
    (home / "ready").touch()
    while not (home / "stop").exists():
        for file in sorted((home / "jobs").glob("*.json")):
            asked = json.loads(file.read_text())
            job = Job(max_fails=None, name=asked["name"])
            for number, line in enumerate(asked["lines"]):
                log = asked["log"].replace("%{JOB_ID}", file.stem).replace("%{TASK_ID}", str(number))
                job.program(asked["command"], env={"HQ_ENTRY": line}, cwd=asked["folder"], stdout=log, stderr=log)
            client.wait_for_jobs([client.submit(job)], raise_on_error=False)
            file.unlink()
        time.sleep(0.2)
