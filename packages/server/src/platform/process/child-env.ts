type Env = NodeJS.ProcessEnv;

/** Variables that every program needs: paths, user, language, time zone and temporary files. */
const NEEDED =
  /^(PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|DYLD_\w+|SYSTEMROOT|USERPROFILE)$/i;
/** Variables that Node programs also use: limits, additional certificate authorities, test coverage. */
const NEEDED_BY_NODE = /^(NODE_OPTIONS|NODE_EXTRA_CA_CERTS|NODE_V8_COVERAGE|UV_THREADPOOL_SIZE)$/;
/** Variables with secrets, by the names in README.md. */
const SECRET =
  /^(TRUNKLINE_KEY|DATABASE_URL|DEMO_PASSWORD|PG\w+|\w*(SECRET|PASSWORD|API_KEY|ICE_SERVERS)|LIVEKIT_KEY)$/i;

const pick = (env: Env, isWanted: (name: string) => boolean): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => isWanted(name)));

/** The environment of a program that is not ours, such as PostgreSQL: without our settings and secrets. */
export const envOfProgram = (env: Env): Env => pick(env, (name) => NEEDED.test(name));

/** The environment of the media server: only its own settings. */
export const envOfMedia = (env: Env): Env =>
  pick(
    env,
    (name) =>
      name.startsWith('MEDIA_') || name === 'LOG_LEVEL' || NEEDED.test(name) || NEEDED_BY_NODE.test(name),
  );

/** The environment of a program that the operator chose, which may have settings that we do not know. */
export const envWithoutSecrets = (env: Env): Env => pick(env, (name) => !SECRET.test(name));
