import { describe, expect, it } from 'vitest';
import { contrastOf, shadesFor } from './colour.ts';

const SURFACES = ['#ffffff', '#17191d'];
const COLOURS = [
  '#0f766e',
  '#ffffff',
  '#000000',
  '#ffff00',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#777777',
  '#f5c518',
  '#1d1f24',
  '#c06a2b',
];

describe('the customer’s colour', () => {
  for (const surface of SURFACES)
    it.each(COLOURS)(`%s can be read on ${surface}`, (colour) => {
      const { fill, onFill, text } = shadesFor(colour, surface);
      expect(contrastOf(fill, onFill)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(fill, surface)).toBeGreaterThanOrEqual(1.3);
      expect(contrastOf(text, surface)).toBeGreaterThanOrEqual(4.5);
    });

  it('stays as chosen where it is fine', () => {
    expect(shadesFor('#0f766e', '#ffffff')).toEqual({ fill: '#0f766e', onFill: '#ffffff', text: '#0f766e' });
  });

  it('falls back to ours when it is not a colour', () => {
    expect(shadesFor('red', '#ffffff').fill).toBe('#0b6a79');
  });

  it('measures as the standard does', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });
});
