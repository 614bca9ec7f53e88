/** How a provider fails: with an answer of its own, or without one. */
export type ProviderFault = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Carries out the request, but answers with this fault. */
  isDone?: boolean;
  /** Accepts the request and never answers. */
  hangs?: boolean;
  /** Accepts the request and breaks the connection. */
  breaks?: boolean;
};

type Planned = { matches: (path: string) => boolean; fault: ProviderFault; times: number };

/** A queue of planned faults. */
export function createFaults() {
  const planned: Planned[] = [];
  return {
    /** Makes the next `times` requests with a matching path fail like this. */
    plan(path: RegExp, fault: ProviderFault, times = 1): void {
      planned.push({ matches: (asked) => path.test(asked), fault, times });
    },
    next(path: string): ProviderFault | undefined {
      const one = planned.find(({ matches, times }) => times > 0 && matches(path));
      if (!one) return undefined;
      one.times -= 1;
      return one.fault;
    },
    /** The number of planned faults that have not occurred yet. */
    get left(): number {
      return planned.reduce((sum, { times }) => sum + times, 0);
    },
    clear: (): void => void (planned.length = 0),
  };
}
