//! Which endpoint answers which request.
//!
//! Routes are written as in axum: `Routes::new().route("/v1/games", get(list).post(create))`. The
//! difference is that here every endpoint has the same type. In axum each endpoint has a type of
//! its own, and the compiler generates some twenty functions for it. There are two hundred
//! endpoints, so one type for all makes the build of this crate noticeably shorter.

use std::{pin::Pin, sync::Arc};

use axum::{
    Router,
    extract::Request,
    handler::Handler,
    response::Response,
    routing::{MethodFilter, MethodRouter},
};

use super::App;

type Answer = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A function that answers requests, whatever it extracts from them.
#[derive(Clone)]
struct Endpoint(Arc<dyn Fn(Request, Arc<App>) -> Answer + Send + Sync>);

impl Endpoint {
    fn new<T>(handler: impl Handler<T, Arc<App>, Future = Answer>) -> Endpoint {
        Endpoint(Arc::new(move |request, app| {
            handler.clone().call(request, app)
        }))
    }
}

impl Handler<(), Arc<App>> for Endpoint {
    type Future = Answer;

    fn call(self, request: Request, app: Arc<App>) -> Answer {
        (self.0)(request, app)
    }
}

/// The endpoints of one path, by method.
#[derive(Default)]
pub struct Methods(MethodRouter<Arc<App>>);

/// Defines a function for a method, and the same as a method of [`Methods`].
macro_rules! methods {
    ($($name:ident $filter:ident,)*) => {
        impl Methods {
            $(
                #[doc = concat!("Adds the endpoint for ", stringify!($filter), ".")]
                pub fn $name<T>(
                    self,
                    handler: impl Handler<T, Arc<App>, Future = Answer>,
                ) -> Methods {
                    Methods(self.0.on(MethodFilter::$filter, Endpoint::new(handler)))
                }
            )*
        }

        $(
            #[doc = concat!("Returns an endpoint for ", stringify!($filter), ".")]
            pub fn $name<T>(
                handler: impl Handler<T, Arc<App>, Future = Answer>,
            ) -> Methods {
                Methods::default().$name(handler)
            }
        )*
    };
}

methods! {
    get GET,
    post POST,
    put PUT,
    patch PATCH,
    delete DELETE,
}

/// Paths with their endpoints.
#[derive(Default)]
pub struct Routes(Router<Arc<App>>);

impl Routes {
    /// Returns no routes.
    pub fn new() -> Routes {
        Routes::default()
    }

    /// Adds the endpoints of a path.
    ///
    /// # Panics
    ///
    /// Panics if the path has such an endpoint already, or is not a path.
    pub fn route(self, path: &str, methods: Methods) -> Routes {
        Routes(self.0.route(path, methods.0))
    }

    /// Adds all routes of `others`.
    ///
    /// # Panics
    ///
    /// Panics if both have an endpoint for the same path and method.
    pub fn merge(self, others: Routes) -> Routes {
        Routes(self.0.merge(others.0))
    }
}

/// Layers are added to the routes as axum knows them.
impl From<Routes> for Router<Arc<App>> {
    fn from(routes: Routes) -> Router<Arc<App>> {
        routes.0
    }
}
