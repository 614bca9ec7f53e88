export { OfferCards } from './offer-cards.tsx';
