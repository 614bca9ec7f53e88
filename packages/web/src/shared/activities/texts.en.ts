const texts = {
  name: {
    '1': 'Offline',
    '2': 'Messages only',
    '3': 'On break',
    '6': 'Ready',
    '7': 'Ringing',
    '11': 'In a call',
    '18': 'In a call',
    wrap_up: 'Wrap-up',
    missed_call: 'Missed a call',
  },
  wrapUp: {
    timed: 'No calls until then: Ready in {{time}}',
    untimed: 'No calls until you are Ready',
    missed: 'A call was not answered: no more calls until you are Ready',
    end: 'End wrap-up',
    back: 'I am here',
    longer: 'One minute longer',
    failed: 'Your wrap-up could not be changed.',
  },
};

export default texts;
