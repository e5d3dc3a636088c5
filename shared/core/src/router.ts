/** The part of the router that the product uses; one copy on the page, owned by the shell. */
export {
  createBrowserRouter, createMemoryRouter, Link, Navigate, NavLink, Outlet, RouterProvider, useBlocker, useLocation,
  useMatches, useNavigate, useNavigation, useNavigationType, useParams, useRouteError, useSearchParams, matchPath, generatePath,
  type LinkProps, type NavLinkProps, type RouteObject,
} from 'react-router-dom';
export { AppLink } from './navigation/app-link.tsx';
