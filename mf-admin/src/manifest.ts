import { defineManifest } from '@panel/contract/manifest';
import { firstPage } from '@panel/contract/reads';
import { ANNOUNCEMENT_LIST, announcementDraftRead, announcementListRead } from '@panel/resources/announcement/reads';
import { APP_LIST, appListRead } from '@panel/resources/app/reads';
import { AUDIT_LIST, auditListRead } from '@panel/resources/audit/reads';
import { BLUEPRINT_LIST, blueprintListRead } from '@panel/resources/blueprint/reads';
import { CUSTOMER_LIST, customerListRead } from '@panel/resources/customer/reads';
import { healthRead } from '@panel/resources/health/reads';
import { HELP_LIST, helpDraftRead, helpFeedbackRead, helpListRead } from '@panel/resources/help/reads';
import { LICENSE_LIST, partnerLicensesRead } from '@panel/resources/license/reads';
import { loginProvidersRead } from '@panel/resources/login-provider/reads';
import { MIGRATION_LIST, migrationListRead } from '@panel/resources/migration/reads';
import { overviewRead } from '@panel/resources/overview/reads';
import { brandingRead, sectionsRead } from '@panel/resources/partner/reads';
import { buyLinkSettingsRead } from '@panel/resources/payment/reads';
import { runningRead } from '@panel/resources/release/reads';
import { RESELLER_LIST, resellerListRead } from '@panel/resources/reseller/reads';
import { SITE_LIST, siteListRead } from '@panel/resources/site/reads';
import { TASK_LIST, taskListRead } from '@panel/resources/task/reads';
import { teamsRead } from '@panel/resources/team/reads';

const inAdmin = { audience: 'staff', layout: 'admin' } as const;

export const manifest = defineManifest({
  id: 'mf-admin',
  name: 'Administration',
  routes: [
    {
      path: '/admin/overview',
      page: 'overview',
      title: 'Overview',
      skeleton: 'cards',
      reads: [overviewRead],
      ...inAdmin,
    },
    {
      path: '/customers',
      page: 'customer-list',
      title: 'Customers',
      skeleton: 'list',
      reads: [customerListRead(firstPage(CUSTOMER_LIST))],
      ...inAdmin,
    },
    {
      path: '/customers/customer',
      page: 'customer',
      title: 'Customer',
      parent: '/customers',
      unlisted: true,
      skeleton: 'detail',
      ...inAdmin,
    },
    {
      path: '/admin/migration',
      page: 'migration-list',
      title: 'Migrations',
      section: 'sites',
      skeleton: 'list',
      reads: [migrationListRead(firstPage(MIGRATION_LIST))],
      ...inAdmin,
    },
    {
      path: '/admin/sites',
      page: 'site-list',
      title: 'Sites',
      section: 'sites',
      skeleton: 'list',
      reads: [siteListRead(firstPage(SITE_LIST))],
      ...inAdmin,
    },
    {
      path: '/admin/apps',
      page: 'app-list',
      title: 'Applications',
      section: 'applications',
      skeleton: 'list',
      reads: [appListRead(firstPage(APP_LIST))],
      ...inAdmin,
    },
    {
      path: '/admin/tasks',
      page: 'task-list',
      title: 'Tasks',
      skeleton: 'list',
      reads: [taskListRead(firstPage(TASK_LIST))],
      ...inAdmin,
    },
    {
      path: '/admin/blueprints',
      page: 'blueprint-list',
      title: 'Blueprints',
      section: 'sites',
      skeleton: 'list',
      reads: [blueprintListRead(firstPage(BLUEPRINT_LIST))],
      ...inAdmin,
    },
    {
      path: '/admin/announcements',
      page: 'announcement-list',
      title: 'Announcements',
      skeleton: 'list',
      reads: [announcementListRead(firstPage(ANNOUNCEMENT_LIST))],
      ...inAdmin,
    },
    {
      path: '/admin/announcements/write/:id?',
      page: 'announcement-write',
      title: 'Write an announcement',
      skeleton: 'form',
      parent: '/admin/announcements',
      reads: [announcementDraftRead(':id')],
      ...inAdmin,
    },
    {
      path: '/admin/help',
      page: 'help-list',
      title: 'Help articles',
      section: 'help',
      skeleton: 'list',
      reads: [helpListRead(firstPage(HELP_LIST))],
      ...inAdmin,
    },
    {
      path: '/admin/help/feedback',
      page: 'help-feedback',
      title: 'Help feedback',
      section: 'help',
      skeleton: 'list',
      parent: '/admin/help',
      reads: [helpFeedbackRead],
      ...inAdmin,
    },
    {
      path: '/admin/help/write/:id?',
      page: 'help-write',
      title: 'Write an article',
      section: 'help',
      skeleton: 'form',
      parent: '/admin/help',
      reads: [helpDraftRead(':id')],
      ...inAdmin,
    },
    {
      path: '/admin/licenses',
      page: 'license-list',
      title: 'Licenses',
      section: 'sites',
      skeleton: 'list',
      reads: [partnerLicensesRead(firstPage(LICENSE_LIST))],
      ...inAdmin,
    },
    {
      path: '/admin/buy-links',
      page: 'buy-links',
      title: 'Buy links',
      skeleton: 'form',
      reads: [buyLinkSettingsRead],
      ...inAdmin,
    },
    // Sections are turned on and off here, so these two pages belong to none.
    {
      path: '/admin/sections',
      page: 'section-list',
      title: 'Sections',
      skeleton: 'list',
      reads: [sectionsRead],
      ...inAdmin,
    },
    {
      path: '/admin/branding',
      page: 'branding',
      title: 'Branding',
      skeleton: 'form',
      reads: [brandingRead],
      ...inAdmin,
    },
    {
      path: '/admin/audit',
      page: 'audit-list',
      title: 'Audit log',
      skeleton: 'list',
      reads: [auditListRead(firstPage(AUDIT_LIST))],
      ...inAdmin,
    },
    {
      path: '/admin/sign-in',
      page: 'login-provider-list',
      title: 'Sign-in',
      skeleton: 'list',
      reads: [loginProvidersRead],
      ...inAdmin,
    },
    {
      path: '/admin/partners',
      page: 'reseller-list',
      title: 'Partners',
      skeleton: 'list',
      reads: [resellerListRead(firstPage(RESELLER_LIST))],
      audience: 'superadmin',
      layout: 'admin',
    },
    {
      path: '/admin/releases',
      page: 'release-list',
      title: 'Releases',
      skeleton: 'list',
      reads: [runningRead],
      audience: 'superadmin',
      layout: 'admin',
    },
    {
      path: '/admin/teams',
      page: 'team-list',
      title: 'Teams',
      skeleton: 'list',
      reads: [teamsRead],
      audience: 'superadmin',
      layout: 'admin',
    },
    {
      path: '/admin/health',
      page: 'health',
      title: 'Health',
      skeleton: 'list',
      reads: [healthRead],
      audience: 'superadmin',
      layout: 'admin',
    },
  ],
  menu: [
    {
      menu: 'admin',
      label: 'Overview',
      to: '/admin/overview',
      icon: 'overview',
      order: 1,
      words: 'Dashboard, statistics',
    },
    { menu: 'admin', label: 'Customers', to: '/customers', icon: 'users', order: 5 },
    { menu: 'admin', label: 'Migrations', to: '/admin/migration', icon: 'migration', order: 10 },
    { menu: 'admin', label: 'Sites', to: '/admin/sites', icon: 'sites', order: 20 },
    { menu: 'admin', label: 'Applications', to: '/admin/apps', icon: 'apps', order: 25 },
    { menu: 'admin', label: 'Blueprints', to: '/admin/blueprints', icon: 'blueprint', order: 30 },
    { menu: 'admin', label: 'Licenses', to: '/admin/licenses', icon: 'key', order: 40 },
    { menu: 'admin', label: 'Buy links', to: '/admin/buy-links', icon: 'plan', order: 50 },
    {
      menu: 'admin',
      label: 'Announcements',
      to: '/admin/announcements',
      icon: 'info',
      order: 53,
      words: 'News, maintenance, banner, newsletter',
    },
    { menu: 'admin', label: 'Help articles', to: '/admin/help', icon: 'help', order: 55 },
    { menu: 'admin', label: 'Sections', to: '/admin/sections', icon: 'settings', order: 60 },
    { menu: 'admin', label: 'Branding', to: '/admin/branding', icon: 'theme', order: 70 },
    { menu: 'admin', label: 'Tasks', to: '/admin/tasks', icon: 'clock', order: 73 },
    {
      menu: 'admin',
      label: 'Audit log',
      to: '/admin/audit',
      icon: 'book',
      order: 75,
      words: 'Activity, history, changes',
    },
    { menu: 'admin', label: 'Sign-in', to: '/admin/sign-in', icon: 'lock', order: 77 },
    { menu: 'admin', label: 'Partners', to: '/admin/partners', icon: 'users', order: 79, words: 'Resellers, tenants' },
    { menu: 'admin', label: 'Releases', to: '/admin/releases', icon: 'branch', order: 80 },
    { menu: 'admin', label: 'Teams', to: '/admin/teams', icon: 'users', order: 90 },
    { menu: 'admin', label: 'Health', to: '/admin/health', icon: 'shield', order: 100 },
  ],
});
