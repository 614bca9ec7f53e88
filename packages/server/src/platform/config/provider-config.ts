import { StartError } from '../process/start-error.ts';

/** Where providers of messaging channels are. */
export type ProviderConfig = { graph: string; twilio: string };

/** The providers' own addresses; others are only used for trying out. */
export const PROVIDER_URLS: ProviderConfig = {
  graph: 'https://graph.facebook.com/v23.0',
  twilio: 'https://api.twilio.com',
};

export function readProviders(env: Record<string, string | undefined>): ProviderConfig {
  return {
    graph: readUrl(env, 'META_GRAPH_URL', PROVIDER_URLS.graph),
    twilio: readUrl(env, 'TWILIO_URL', PROVIDER_URLS.twilio),
  };
}

function readUrl(env: Record<string, string | undefined>, name: string, usual: string): string {
  const given = env[name] || usual;
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given.replace(/\/+$/, '');
  throw new StartError(`${name} is "${given}": set it to a full address, or leave it out.`);
}
