import type { SubscriberConnection } from './rtp/subscriber-connection.ts';

/**
 * Sends offers to a participant, one at a time: changes while an answer is awaited go into the next offer, and an answer to an
 * older offer is not taken for one to the newest.
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

  /** @param isRestart the client has reconnected, and does not know an offer that was on its way */
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
    // Waits one turn, so that tracks that several people publish at the same time go out in one offer.
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
