export { MailKeysCard, MailPartCard } from './mail-check.cards.tsx';
