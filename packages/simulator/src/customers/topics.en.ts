import type { CustomerWords } from './topic-types.ts';

export const EN: CustomerWords = {
  topics: [
    {
      opening: [
        'Hi, my order from last week still has not arrived. Can you see where it is?',
        'Hello, the tracking has said "on the way" for four days now. Where is my parcel?',
      ],
      more: ['Will the driver call before coming?', 'Can it be left with my neighbour if I am out?'],
      shows: 'place',
    },
    {
      opening: [
        'My grinder makes a strange noise since this morning. Is that covered by the warranty?',
        'The grinder stopped in the middle of a cup and smells a bit burnt. What should I do?',
      ],
      more: ['It is three months old. Do I need the receipt?', 'Can I bring it to the shop instead?'],
      shows: 'photo',
    },
    {
      opening: [
        'I was charged twice for the same order. Could you check please?',
        'There are two payments on my card and only one order. Can you send one back?',
      ],
      more: ['How long until I see it on my account?', 'Could you send me the invoice as well?'],
      shows: 'photo',
    },
    {
      opening: [
        'Can I pause my monthly beans while I am travelling?',
        'Hi! I would like to change my subscription to decaf. Is that possible?',
      ],
      more: ['From which month does that count?', 'And what happens with the parcel that is already packed?'],
      shows: 'sticker',
    },
    {
      opening: [
        'The bag arrived torn and half of the beans are gone.',
        'My cup set came with one cup broken. Can I get a new one?',
      ],
      more: ['Do you need the broken one back?', 'Can it come before Saturday? It is a present.'],
      shows: 'photo',
    },
    {
      opening: [
        'We run a small café and need about 20 kg a month. What would that cost?',
        'Do you deliver to offices? We are about thirty people who drink too much coffee.',
      ],
      more: ['Is there a machine for rent too?', 'Whom can your colleague call about it?'],
      shows: 'contact',
    },
  ],
  waiting: ['Hello?', 'Is anybody there?', 'I am still waiting…', 'Any news?'],
  leaving: ['Never mind, I will try another time.', 'OK, forget it.'],
  thanks: ['Perfect, thank you!', 'Great, that helps. Thanks!', 'Thanks a lot, have a good day.'],
  again: 'I wrote to you on {{channel}} already and nobody answered: ',
  photo: 'This is how it looks.',
  addition: '(It was last Tuesday, to be exact.)',
  slip: 'Mum, I will be home at seven!',
  names: {
    first: ['Emma', 'Oliver', 'Sophie', 'Jack', 'Grace', 'Daniel', 'Hannah', 'Lucas', 'Chloe', 'Ethan'],
    last: ['Wright', 'Bennett', 'Hughes', 'Palmer', 'Foster', 'Reid', 'Marsh', 'Cole', 'Hart', 'Lane'],
  },
};
