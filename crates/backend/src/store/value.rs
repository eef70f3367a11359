use tokio_postgres::types::FromSqlOwned;

use super::error::StoreError;

/// A parameter of a statement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'v> {
    /// SQL `NULL`.
    Null,
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Real(f64),
    /// A string.
    Text(&'v str),
    /// A byte string.
    Bytes(&'v [u8]),
}

/// A row of a result.
pub enum Row<'r> {
    /// A row from SQLite.
    Sqlite(&'r rusqlite::Row<'r>),
    /// A row from PostgreSQL.
    Postgres(&'r tokio_postgres::Row),
}

impl Row<'_> {
    /// Reads a column, counted from 0.
    ///
    /// # Errors
    ///
    /// Returns an error if the column holds a value of another type.
    pub fn get<T>(&self, column: usize) -> Result<T, StoreError>
    where
        T: rusqlite::types::FromSql + FromSqlOwned,
    {
        Ok(match self {
            Row::Sqlite(row) => row.get(column)?,
            Row::Postgres(row) => row.try_get(column)?,
        })
    }
}

impl Value<'_> {
    /// Converts a count or a limit.
    #[must_use]
    pub fn count(number: usize) -> Self {
        Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Int(number)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Real(number)
    }
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Value::Text(text)
    }
}

impl<'v> From<&'v [u8]> for Value<'v> {
    fn from(bytes: &'v [u8]) -> Self {
        Value::Bytes(bytes)
    }
}

impl<'v, T: Into<Value<'v>>> From<Option<T>> for Value<'v> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}
