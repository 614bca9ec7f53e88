/** Texts of call-backs. */
const callBack = {
  title: 'Call-backs',
  state: {
    waiting: 'Scheduled',
    ringing: 'Waiting for an agent',
    calling: 'Calling',
    done: 'Called back',
    missed: 'Missed',
    cancelled: 'Cancelled',
  },
  at: 'At {{time}}',
  again: '{{count}} attempts, next at {{time}}',
  reason: {
    nobody: 'No agent available',
    declined: 'Declined by the customer',
    not_reached: 'Customer not reached',
    called_again: 'The customer called again',
  },
  by: 'Called back by {{name}}',
  callNow: 'Call now',
  cancel: 'Cancel',
  none: 'No call-backs scheduled.',
  promise: 'Schedule call-back',
  promiseTitle: 'Schedule call-back by phone',
  number: 'Phone number',
  when: 'When',
  whenHint: 'Leave empty for as soon as possible. Up to 14 days ahead.',
  move: 'Reschedule',
  moveTitle: 'Reschedule call-back',
  leaveIt: 'Cancel',
  badTime: 'Choose a time within the next 14 days.',
  failed: 'Something went wrong. Try again.',
};

export default callBack;
