import type { SubscriberConnection } from './rtp/subscriber-connection.ts';

/**
 * Offers to a participant, one at a time: changes that come while an answer is awaited go into the next offer, and an
 * answer to an older offer is not taken for one to the newest.
 */
export class Negotiation {
  #connection: SubscriberConnection;
  #send: (sdp: string, id: number) => void;
  #onFailure: (error: unknown) => void;
  #id = 0;
  #isBusy = false;
  #isWanted = false;
  #isRestart = false;
  #isStopped = false;

  constructor(
    connection: SubscriberConnection,
    send: (sdp: string, id: number) => void,
    onFailure: (error: unknown) => void,
  ) {
    this.#connection = connection;
    this.#send = send;
    this.#onFailure = onFailure;
  }

  /** A restart is for a client that has come back and knows nothing of an offer that was on its way. */
  request(isRestart: boolean): void {
    this.#isRestart ||= isRestart;
    this.#isWanted = true;
    if (isRestart && this.#isBusy) this.#isBusy = this.#connection.pc.signalingState === 'stable';
    if (!this.#isBusy) this.#offer().catch(this.#onFailure);
  }

  async answered(sdp: string, id: number): Promise<void> {
    if (id !== 0 && id !== this.#id) return;
    await this.#connection.accept(sdp);
    this.#isBusy = false;
    if (this.#isWanted) await this.#offer();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #offer(): Promise<void> {
    if (this.#isStopped) return;
    this.#isBusy = true;
    // What several people publish at one time goes out in one offer.
    await new Promise((resolve) => setImmediate(resolve));
    this.#isWanted = false;
    const isRestart = this.#isRestart;
    this.#isRestart = false;
    if (this.#isStopped) return;
    const sdp = await this.#connection.offer(isRestart);
    this.#id += 1;
    this.#send(sdp, this.#id);
  }
}
