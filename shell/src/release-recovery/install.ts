import { setRecoveryPart } from '../boot/recovery-part.ts';

setRecoveryPart(() => import('./index.ts'));
