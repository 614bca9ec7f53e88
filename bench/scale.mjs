/** How much each part does. `full` gives figures that mean something; `smoke` shows in seconds that all of it runs. */
export const SCALES = {
  full: {
    tickets: 100_000,
    messages: 500_000,
    listWarmUp: 20,
    rounds: 200,
    deepPage: 500,
    agents: 500,
    screens: 1000,
    chats: 100,
    seconds: 30,
    /** Sent before anything is counted: connections are opened and statements planned once. */
    warmUp: 150,
    burst: 400,
    settleMs: 5000,
    pageLoads: 7,
  },
  smoke: {
    tickets: 300,
    messages: 1500,
    listWarmUp: 1,
    rounds: 3,
    deepPage: 3,
    agents: 20,
    screens: 20,
    chats: 20,
    seconds: 1,
    warmUp: 5,
    burst: 10,
    settleMs: 100,
    pageLoads: 1,
  },
};
