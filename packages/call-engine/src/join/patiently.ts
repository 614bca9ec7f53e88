const TRIES = 4;
const AGAIN_AFTER_MS = 800;

type Patience = { isWanted: () => boolean; renew: () => Promise<void> };

/** The media server may be starting, or busy for a moment: who wants to talk waits that long. */
export async function patiently(attempt: () => Promise<void>, { isWanted, renew }: Patience): Promise<void> {
  for (let triesLeft = TRIES - 1; ; triesLeft -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (triesLeft <= 0 || !isWanted()) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    await renew();
  }
}
