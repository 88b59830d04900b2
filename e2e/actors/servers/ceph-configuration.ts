interface CephPlace {
  readonly folder: string;
  readonly id: string;
  readonly monitorPort: number;
  readonly port: number;
}

/** The smallest cluster that keeps objects: one of each part, on this machine only, nothing replicated. */
export function cephConfiguration({ folder, id, monitorPort, port }: CephPlace): string {
  return `[global]
fsid = ${id}
mon host = v1:127.0.0.1:${String(monitorPort)}/0
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
ms bind msgr2 = false
ms bind before connect = true
auth cluster required = none
auth service required = none
auth client required = none
auth supported = none
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/$name.daemon.log
pid file = ${folder}/run/$name.pid
keyring = ${folder}/keyring
crash dir = ${folder}/run
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
mon max pg per osd = 1000
setuser match path =
[mon]
mon data = ${folder}/mon/a
mon osd min down reporters = 1
[mon.a]
public addr = v1:127.0.0.1:${String(monitorPort)}/0
[osd]
osd data = ${folder}/osd/0
osd objectstore = bluestore
bluestore block size = 8589934592
bluestore block create = true
bluestore cache autotune = false
bluestore cache size = 67108864
osd memory target = 939524096
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd scrub begin hour = 0
osd crush update on start = false
osd class update on start = false
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${String(port)}
rgw data = ${folder}/rgw
rgw enable usage log = false
rgw thread pool size = 32
rgw verify ssl = false
rgw dns name = localhost
rgw s3 auth use sts = true
rgw sts key = sixteen-bytes-ok
`;
}
