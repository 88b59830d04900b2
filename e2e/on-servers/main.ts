import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endedWithUs, endOnSignals } from '../actors/ended-with-us.ts';
import { startPostgresServer } from '../actors/postgres/postgres-server.ts';
import type { ServersOfScenarios } from '../actors/servers/places-on-servers.ts';
import { startRabbitMq } from '../actors/servers/rabbitmq.ts';
import { radosGateway } from '../actors/servers/radosgw.ts';
import { SCENARIOS_OF_OTHERS, TESTS_OF_OTHERS } from './scenarios-of-servers.ts';

/**
 * `npm run scenarios:servers -- [scenario ...]`: the scenarios of the embedded station, unchanged, on a real Postgres,
 * RabbitMQ and S3 gateway: every station of theirs gets a database, a virtual host and a bucket. Without names all that can
 * apply (scenarios-of-servers.ts says which cannot, and why).
 */
const VIRTUAL_HOSTS = 120;
/** What lies elsewhere is about desktop programs, which keep what is theirs in their data directory, and about tools. */
const ALL = 'e2e/scenarios/';
endOnSignals();
const [postgres, rabbit, gateway] = await Promise.all([
  startPostgresServer({ settings: ['max_connections=300'] }),
  startRabbitMq(),
  radosGateway(),
]);
const taken = mkdtempSync(path.join(tmpdir(), 'virtual-hosts-'));
const takenGone = endedWithUs(() => rmSync(taken, { recursive: true }));
try {
  rabbit.control(
    'eval',
    `lists:foreach(fun(N) -> H = list_to_binary("scenario-" ++ integer_to_list(N)), ok = rabbit_vhost:add(H, <<"station">>),
     ok = rabbit_auth_backend_internal:set_permissions(<<"station">>, H, <<".*">>, <<".*">>, <<".*">>, <<"station">>) end,
     lists:seq(0, ${String(VIRTUAL_HOSTS - 1)})).`,
  );
  const servers: ServersOfScenarios = {
    postgres: {
      ...{ connectionString: postgres.connectionString, host: postgres.socketFolder },
      ...{ user: postgres.user, password: postgres.password },
    },
    rabbit: { url: rabbit.url, username: rabbit.username, password: rabbit.password, virtualHosts: VIRTUAL_HOSTS },
    bucket: gateway.address,
    taken,
  };
  process.exitCode = await runScenarios(servers, process.argv.slice(2));
} finally {
  await Promise.all([rabbit.dispose(), gateway.release(), postgres.dispose()]);
  rmSync(taken, { recursive: true });
  takenGone();
}

async function runScenarios(servers: ServersOfScenarios, named: readonly string[]): Promise<number> {
  const chosen = named.length > 0 ? named : [ALL];
  const root = path.resolve(import.meta.dirname, '../..');
  const others = Object.keys(SCENARIOS_OF_OTHERS).flatMap((name) => [
    '--exclude',
    `e2e/scenarios/${name}.scenario.test.ts`,
  ]);
  const tests = ['--testNamePattern', `^(?!.*(${Object.keys(TESTS_OF_OTHERS).join('|')})).*$`];
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const running = spawn(process.execPath, [vitest, 'run', '--project', 'scenarios', ...chosen, ...others, ...tests], {
    cwd: root,
    stdio: 'inherit',
    // A process group of its own, which all that the scenarios start are in.
    detached: true,
    env: { ...process.env, SCENARIO_SERVERS: JSON.stringify(servers) },
  });
  const closed = endedWithUs(() => running.pid !== undefined && process.kill(-running.pid, 'SIGKILL'));
  const [code] = (await once(running, 'exit')) as [number | null];
  closed();
  sayExceptions();
  return code ?? 1;
}

/** What says nothing of a station on servers is no part of what has passed. */
function sayExceptions(): void {
  const files = Object.entries(SCENARIOS_OF_OTHERS).map(([name, reason]) => `  ${name}: ${reason}`);
  const tests = Object.entries(TESTS_OF_OTHERS).map(([title, reason]) => `  "${title}": ${reason}`);
  console.log(
    [
      `Not run on servers: what lies outside of ${ALL} (desktop programs, tools), files:`,
      ...files,
      'and tests:',
      ...tests,
    ].join('\n'),
  );
}
