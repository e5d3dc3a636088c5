import * as v from 'valibot';
import { STAFF_DUTIES, STAFF_ROLES, type StaffDuty } from '../staff-roles.ts';

/** Apart from the roles themselves, which browser bundles have without the validator. */
export const AnyStaffRole = v.picklist(STAFF_ROLES);
export const AnyStaffDuty = v.picklist(Object.keys(STAFF_DUTIES) as StaffDuty[]);
