const texts = {
  title: 'Routing',
  hint: 'Who is offered those who wait. Skills are made under Skills; how much somebody does at once stands under People.',
  ring: 'Skills are asked for one step less after',
  'ring-hint':
    'Who knows less is asked the longer somebody waits, and in the end everybody of the department.',
  priority: 'One step of priority counts as waiting for',
  'priority-hint': 'The more urgent come first, but nobody waits for ever. 0 means that only waiting counts.',
  return: 'Customers go to whom they had last, within',
  'return-hint': '0 means never.',
  weights: 'What one conversation weighs',
  'weights-hint': 'Of what somebody is offered at once. A call leaves room for nothing else.',
};

export default texts;
