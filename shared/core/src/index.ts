export type * from '@panel/contract';
export type { ListState } from '@panel/contract/reads';
export { decideAccess, inAudience, menuEntries, type Access, type Declared } from '@panel/contract/access';
export { fillPattern, findRoute, matchPattern, routeTrail, type RouteMatch } from '@panel/contract/routing';
export { brandOf, initialsOf } from '@panel/brand';
export { ApiError, asApiError } from './http/api-error.ts';
export { api, refreshPartner, type Api, type CallContext } from './http/api.ts';
export { newIdempotencyKey } from './http/http.ts';
export { notify, NOTICE_MS, onNotice, type Notice } from './http/notices.ts';
export { useCanOpen } from './navigation/can-open.ts';
export { openHelp, useHasHelp, useHelp } from './navigation/help.ts';
export { leaveTo, setNavigator } from './navigation/leave.ts';
export { preload, setPreloader } from './navigation/preload.ts';
export { calls } from './query/calls.ts';
export { createQueryClient, queryClient } from './query/query-client.ts';
export { queryOf } from './query/query-of.ts';
export { isEnded, taskQuery, useTask } from './query/use-task.ts';
export { coreOf } from './remote/core-of.ts';
export {
  definePages,
  type PageContext,
  type PageModule,
  type PartModule,
  type RemoteModule,
  type RemotePages,
} from './remote/pages.ts';
export { setSlotHost, Slot, type SlotHost, type SlotName, type SlotProps } from './remote/slot.tsx';
export { readBoot, storedPartner } from './session/boot.ts';
export {
  applyBoot,
  mailOutboxAtom,
  nonceAtom,
  panelStore,
  partnerAtom,
  registryAtom,
  useNonce,
  userAtom,
  usePartner,
  useRegistry,
  useSetUser,
  useUser,
  useViewer,
} from './session/session.ts';
export { setProver, type Prover } from './session/proof.ts';
export { MEMBER_ROLE_LABELS, STAFF_ROLE_LABELS, useRoleRefusal } from './session/staff-role.ts';
export { announceSignOut, followSignOut } from './session/sign-out.ts';
export { useAnyDirty, useAsksToLeave, useDirty } from './state/dirty.ts';
export { clearDrafts, useDraft } from './state/draft.ts';
export { readListState, useListState } from './state/list-state.ts';
export { ownStorage, pageStorage, type OwnStorage } from './state/own-storage.ts';
export { usePanelState } from './state/panel-state.ts';
export { secretAtom } from './state/secret.ts';
export { folded } from '@panel/contract/folded';
export { formatNumber, inLocale, inSentence, pageLocale } from './words/format.ts';
export { told, toldReason } from './words/told.ts';
export { loadWords, t, Trans, translated, type Catalog } from './words/words.ts';
export type { WordValues } from './words/translate.ts';
