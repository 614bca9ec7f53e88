/** How a provider may fail: an answer of its own, or none at all. */
export type ProviderFault = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Does what was asked all the same, and only then answers like this. */
  isDone?: boolean;
  /** Takes the request and never answers. */
  hangs?: boolean;
  /** Takes the request and breaks the connection. */
  breaks?: boolean;
};

type Planned = { matches: (path: string) => boolean; fault: ProviderFault; times: number };

/** A queue of planned faults. */
export function createFaults() {
  const planned: Planned[] = [];
  return {
    /** The next so many requests to paths that this fits fail like that. */
    plan(path: RegExp, fault: ProviderFault, times = 1): void {
      planned.push({ matches: (asked) => path.test(asked), fault, times });
    },
    next(path: string): ProviderFault | undefined {
      const one = planned.find(({ matches, times }) => times > 0 && matches(path));
      if (!one) return undefined;
      one.times -= 1;
      return one.fault;
    },
    /** How many are still to come. */
    get left(): number {
      return planned.reduce((sum, { times }) => sum + times, 0);
    },
    clear: (): void => void (planned.length = 0),
  };
}
