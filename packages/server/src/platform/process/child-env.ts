type Env = NodeJS.ProcessEnv;

/** What a program needs to run at all: where programs are, whose it is, its languages, times and temporary files. */
const NEEDED =
  /^(PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|DYLD_\w+|SYSTEMROOT|USERPROFILE)$/i;
/** What a program of Node's heeds besides: limits, further authorities of certificates, coverage of tests. */
const NEEDED_BY_NODE = /^(NODE_OPTIONS|NODE_EXTRA_CA_CERTS|NODE_V8_COVERAGE|UV_THREADPOOL_SIZE)$/;
/** What opens something, by the names of README.md. */
const SECRET =
  /^(TRUNKLINE_KEY|DATABASE_URL|DEMO_PASSWORD|PG\w+|\w*(SECRET|PASSWORD|API_KEY|ICE_SERVERS)|LIVEKIT_KEY)$/i;

const pick = (env: Env, isWanted: (name: string) => boolean): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => isWanted(name)));

/** The environment of a program that is not ours, such as PostgreSQL: none of our settings, none of our secrets. */
export const envOfProgram = (env: Env): Env => pick(env, (name) => NEEDED.test(name));

/** The environment of the media server: its own settings and nothing of the rest. */
export const envOfMedia = (env: Env): Env =>
  pick(
    env,
    (name) =>
      name.startsWith('MEDIA_') || name === 'LOG_LEVEL' || NEEDED.test(name) || NEEDED_BY_NODE.test(name),
  );

/** The environment of a program of the operator's choosing, which may have settings there that we do not know. */
export const envWithoutSecrets = (env: Env): Env => pick(env, (name) => !SECRET.test(name));
