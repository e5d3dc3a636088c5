/**
 * The router's parts for pages; one copy on the page, owned by the shell. In a remote, `react-router` and
 * `react-router-dom` resolve to these names as well.
 */
export {
  createBrowserRouter,
  createMemoryRouter,
  Link,
  Navigate,
  NavLink,
  Outlet,
  RouterProvider,
  useBlocker,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useNavigationType,
  useParams,
  useRouteError,
  useSearchParams,
  matchPath,
  generatePath,
  type LinkProps,
  type NavLinkProps,
  type RouteObject,
} from 'react-router-dom';
export { AppLink } from './navigation/app-link.tsx';
