const texts = {
  waiting_one: '{{formatted}} waiting',
  waiting_other: '{{formatted}} waiting',
  why: {
    none: 'you have {{load}} of {{capacity}}',
    capacity: 'you are at capacity ({{load}} of {{capacity}})',
    offer: 'an offer is waiting for you ({{load}} of {{capacity}})',
    break: 'you are on a break',
    offline: 'you are offline',
    call: 'you are in a call',
    wrap_up: 'you are in wrap-up',
  },
  channel: 'Channel',
  waits: 'Waiting',
  yours: 'Yours',
  load: 'Capacity: {{load}} of {{capacity}}',
};

export default texts;
